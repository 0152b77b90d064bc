import CWormer

/// The copies of the library in this process: one is in each program and dynamic library that is linked with a static
/// product.
///
/// Each copy has bindings of its own.
package enum Copies {
    /// Says that there are several copies, and where they are; nil if there is only one.
    package static var text: String? {
        var paths: [String] = []
        withUnsafeMutablePointer(to: &paths) { paths in
            wormer_visit_copies(paths) { paths, path in
                let path = path.pointee == 0 ? CommandLine.arguments[0] : String(cString: path)
                paths?.assumingMemoryBound(to: [String].self).pointee.append(path)
            }
        }
        guard paths.count > 1 else { return nil }
        return "\(paths.count) in this process, each with its own bindings: \(paths.joined(separator: " and "))"
    }
}
