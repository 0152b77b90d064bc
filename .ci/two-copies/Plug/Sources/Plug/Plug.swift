import Foundation

@_cdecl("plug_bind")
public func plugBind() {
    bindEverything("plug")
}

@_cdecl("plug_report")
public func plugReport() -> UnsafeMutablePointer<CChar>? {
    strdup(report())
}

@_cdecl("plug_run")
public func plugRun(_ rounds: Int) {
    run(rounds: rounds)
}
