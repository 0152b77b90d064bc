import CWormer

/// A reason for every request in the process to take the long way.
package enum Detour {
    case override
    case observer
    case trace

    private var kind: Int32 {
        switch self {
        case .override: Int32(WORMER_OVERRIDE)
        case .observer: Int32(WORMER_OBSERVER)
        case .trace: Int32(WORMER_TRACE)
        }
    }

    /// Whether there is such a reason anywhere; one relaxed load.
    @inline(__always)
    package var isNeeded: Bool {
        wormer_has_detours_of(kind)
    }

    package func begin() {
        wormer_add_detour(kind)
    }

    package func end() {
        wormer_remove_detour(kind)
    }
}
