import Foundation

/// Binds everything in the plug's copy.
@_cdecl("plug_bind")
public func plugBind() {
    bindEverything("plug")
}

/// Returns the report of the plug's copy.
///
/// The caller frees the text.
@_cdecl("plug_report")
public func plugReport() -> UnsafeMutablePointer<CChar>? {
    strdup(report())
}

/// Returns whether failures in the plug's copy say where both copies are.
@_cdecl("plug_names_copies")
public func plugNamesCopies(_ host: UnsafePointer<CChar>, _ plug: UnsafePointer<CChar>) -> Bool {
    namesCopies(in: String(cString: host), String(cString: plug))
}

/// Requests and binds on several threads in the plug's copy.
@_cdecl("plug_run")
public func plugRun(_ rounds: Int) {
    run(rounds: rounds)
}
