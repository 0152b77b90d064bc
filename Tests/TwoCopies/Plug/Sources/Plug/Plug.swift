import Foundation

/// Binds everything in the copy of the plug.
@_cdecl("plug_bind")
public func plugBind() {
    bindEverything("plug")
}

/// Returns the report of the copy of the plug.
///
/// The caller frees the text.
@_cdecl("plug_report")
public func plugReport() -> UnsafeMutablePointer<CChar>? {
    strdup(report())
}

/// Requests and binds on threads in the copy of the plug.
@_cdecl("plug_run")
public func plugRun(_ rounds: Int) {
    run(rounds: rounds)
}
