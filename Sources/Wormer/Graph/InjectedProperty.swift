import CWormer

/// A property wrapper of a facade that looks up its interface in the main injector, unless its arguments say
/// otherwise.
package protocol InjectingWrapper {
    /// The type that the wrapper looks up.
    static var interface: Any.Type { get }

    /// The facade whose words errors use.
    static var facade: Facade { get }

    /// The override that the wrapper remembers.
    var override: RememberedOverride? { get }
}

/// A stored property of the program that has an injecting wrapper.
///
/// The compiler describes the stored properties of each class and structure for reflection, also of private and local
/// types. Nothing is created to read that. `owner` is the type that has the property, with its enclosing types, and
/// `path` is the property with its type, such as `Office.mailer`. `wrapper` is nil if its type is unknown: it depends on
/// a generic type, or the system lacks a type in it.
typealias InjectedProperty = (owner: String, module: String, path: String, wrapper: (any InjectingWrapper.Type)?)

extension InjectedProperties {
    /// The injected properties of the program, and descriptions of those that are unknown.
    typealias Program = (properties: [InjectedProperty], unknown: [String])

    /// Reads the injected properties of the program, in the order of the modules and names of their types.
    ///
    /// - Complexity: O(*n*), where *n* is the number of types and properties of the program.
    fileprivate static func program() -> Program {
        typealias Found = (properties: [InjectedProperty], modulesWithoutMetadata: Set<String>)
        var found: Found = ([], [])
        // The metadata of an existential type: its kind, 32 bits of flags, 32 bits for the number of protocols, and the
        // descriptors of the protocols.
        let metadata = unsafeBitCast((any InjectingWrapper).self as Any.Type, to: UnsafeRawPointer.self)
        let wrapper = metadata.load(
            fromByteOffset: MemoryLayout<UInt>.size + 2 * MemoryLayout<UInt32>.size,
            as: UnsafeRawPointer.self
        )
        let isDescribed = withUnsafeMutablePointer(to: &found) { found in
            wormer_visit_properties(wrapper, found) { context, type, name, mangled, length, isGeneric in
                guard let found = context?.assumingMemoryBound(to: Found.self) else { return }
                var wrapper: Any.Type?
                if let mangled, !isGeneric {
                    wrapper = mangled.withMemoryRebound(to: UInt8.self, capacity: length) {
                        _getTypeByMangledNameInContext($0, UInt(length), genericContext: type, genericArguments: nil)
                    }
                }
                let (owner, module) = InjectedProperties.names(of: type)
                if let name {
                    // The name of the stored property begins with an underscore.
                    let name = String(cString: name)
                    let path = "\(owner).\(name.hasPrefix("_") ? String(name.dropFirst()) : name)"
                    found.pointee.properties.append((owner, module, path, wrapper as? any InjectingWrapper.Type))
                } else if !module.hasPrefix("Swift"), !module.hasPrefix("_"), module != "ObjectiveC" {
                    found.pointee.modulesWithoutMetadata.insert(module)
                }
            }
        }
        let unknown = Array(found.modulesWithoutMetadata).ordered(by: <).map { module in
            "all injected properties of \(module): it was compiled without reflection metadata"
        }
        return (
            found.properties.ordered { ($0.module, $0.owner) < ($1.module, $1.owner) },
            unknown + (isDescribed ? [] : ["all injected properties: this platform does not describe them"])
        )
    }

    /// Returns the name of a type with its enclosing types, and the name of its module.
    private static func names(of type: UnsafeRawPointer) -> (name: String, module: String) {
        var names: [String] = []
        var isModule = false
        var next: UnsafeRawPointer? = type
        while let context = next {
            if let name = wormer_context_name(context, &isModule) {
                names.insert(String(cString: name), at: 0)
            }
            next = wormer_parent_context(context)
        }
        let module = isModule ? names.removeFirst() : ""
        return (names.joined(separator: "."), module)
    }
}

/// The injected properties that `verify()` checks.
///
/// ```swift
/// try Injector.default.verify(injectedProperties: .all(except: [Session.self]))
/// ```
public struct InjectedProperties: Sendable {
    /// Whether they are checked, or nil if that depends on the caller.
    let areChecked: Bool?
    let exempt: [Any.Type]

    /// All properties if the program verifies its main injector, and none inside an override, such as an isolated test,
    /// which binds only a part.
    public static let automatic = InjectedProperties(areChecked: nil, exempt: [])

    /// No properties.
    public static let none = InjectedProperties(areChecked: false, exempt: [])

    /// All properties, except the properties of some types and those that resolve one of them.
    ///
    /// - Parameter types: The types to leave out.
    /// - Returns: The properties.
    public static func all(except types: [Any.Type] = []) -> InjectedProperties {
        InjectedProperties(areChecked: true, exempt: types)
    }

    /// Returns the properties to check in an injector.
    func program(for injector: Injector) -> Program {
        guard areChecked ?? (injector.isMain && Context.override == nil) else { return ([], []) }
        let (properties, unknown) = InjectedProperties.program()
        let checked = properties.filter { property in
            !exempt.contains { type in
                property.wrapper?.interface == type || nameWithModule(type) == "\(property.module).\(property.owner)"
            }
        }
        return (checked, unknown)
    }
}
