/// Whether the libraries are built for release.
///
/// A test must not ask the compiler: the full run links the tests of the debug build with the libraries of a release
/// build, and with this target.
package var isRelease: Bool {
    #if DEBUG
        false
    #else
        true
    #endif
}
