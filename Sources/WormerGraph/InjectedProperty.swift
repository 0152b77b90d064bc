import CWormerGraph
import Wormer

/// A stored property of the program that has an injecting wrapper.
///
/// The compiler describes the stored properties of each class and structure for reflection, also of private and local
/// types. Nothing is created to read that. `type` is the descriptor of the type that has the property, `owner` its name with
/// enclosing types, and
/// `path` is the property with its type, such as `Office.mailer`. `wrapper` is nil if its type is unknown: it depends on
/// a generic type, or the system lacks a type in it.
///
/// The arguments of a wrapper are unknown. `mayRead` is whether the program has a wrapper with this type of value that
/// reads a property of a container, as `@Inject(\.client.limit)` does.
typealias InjectedProperty = (
    type: UnsafeRawPointer, owner: String, module: String, path: String, wrapper: (any InjectingWrapper.Type)?,
    mayRead: Bool
)

extension InjectedProperties {
    /// Injected properties of the program, and remarks about those that are unknown or not checked.
    typealias Program = (properties: [InjectedProperty], remarks: [Finding])

    /// Reads the injected properties of the program, in the order of the modules and names of their types.
    ///
    /// - Complexity: O(*n*), where *n* is the number of types and properties of the program.
    static func program() -> Program {
        typealias Found = (
            properties: [InjectedProperty], modulesWithoutMetadata: Set<String>, valuesRead: Set<ObjectIdentifier>
        )
        var found: Found = ([], [], valuesRead())
        let wrapper = unsafeBitCast((any InjectingWrapper).self as Any.Type, to: UnsafeRawPointer.self)
        withUnsafeMutablePointer(to: &found) { found in
            wormer_visit_properties(wrapper, found) { context, type, name, mangled, length, isGeneric in
                guard let found = context?.assumingMemoryBound(to: Found.self) else { return }
                let known = isGeneric ? nil : mangled.flatMap { InjectedProperties.type(named: $0, length, in: type) }
                let wrapper = known as? any InjectingWrapper.Type
                let (owner, module) = InjectedProperties.names(of: type)
                if let name {
                    // The name of the stored property begins with an underscore.
                    let name = String(cString: name)
                    let path = "\(owner).\(name.hasPrefix("_") ? String(name.dropFirst()) : name)"
                    let value = wrapper.map { ObjectIdentifier($0.interface) }
                    let mayRead = value.map(found.pointee.valuesRead.contains) ?? false
                    found.pointee.properties.append((type, owner, module, path, wrapper, mayRead))
                } else if !module.hasPrefix("Swift"), !module.hasPrefix("_"),
                    !["ObjectiveC", "Wormer"].contains(module)
                {
                    // The core is built without the names of properties, and injects none.
                    found.pointee.modulesWithoutMetadata.insert(module)
                }
            }
        }
        let unknown = found.modulesWithoutMetadata.sorted().map { module in
            let text = "all injected properties of \(module): it was compiled without reflection metadata"
            return Finding(.undescribed, [], text)
        }
        return (found.properties.sorted { ($0.module, $0.owner) < ($1.module, $1.owner) }, unknown)
    }

    /// The types of the properties that wrappers of the program read; see `ReadingMark`.
    private static func valuesRead() -> Set<ObjectIdentifier> {
        var values: Set<ObjectIdentifier> = []
        let mark = unsafeBitCast((any ReadingMark).self as Any.Type, to: UnsafeRawPointer.self)
        withUnsafeMutablePointer(to: &values) { values in
            wormer_visit_names(mark, values) { context, mangled, length in
                let mark = InjectedProperties.type(named: mangled, length, in: nil) as? any ReadingMark.Type
                if let mark, let values = context?.assumingMemoryBound(to: Set<ObjectIdentifier>.self) {
                    values.pointee.insert(ObjectIdentifier(mark.value))
                }
            }
        }
        return values
    }

    /// Returns the type with a mangled name, or nil if the system lacks it.
    private static func type(
        named mangled: UnsafePointer<CChar>,
        _ length: Int,
        in context: UnsafeRawPointer?
    ) -> Any.Type? {
        mangled.withMemoryRebound(to: UInt8.self, capacity: length) {
            _getTypeByMangledNameInContext($0, UInt(length), genericContext: context, genericArguments: nil)
        }
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

/// The injected properties that `verify()` checks, to leave some out or, in an override, to check all.
///
/// ```swift
/// try Injector.default.verify(injectedProperties: .all(except: [Session.self]))
/// ```
public struct InjectedProperties: Sendable {
    /// Whether they are checked, or nil if that depends on the caller.
    let areChecked: Bool?
    let exempt: [Any.Type]

    /// All properties if the program verifies its main injector, and none inside an override.
    ///
    /// An override, such as an isolated test, may bind only a part of the program. A remark then says how many properties
    /// there are. A test that binds all of the program passes `.all()`.
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

    /// Returns the properties to check.
    func program(for snapshot: Snapshot) -> Program {
        guard areChecked ?? snapshot.isMain else { return ([], []) }
        let (properties, remarks) = InjectedProperties.program()
        guard areChecked == true || snapshot.isOutsideOverrides else {
            let count = "\(properties.count) in the program"
            let text = count + ": inside an override, 'injectedProperties: .all()' checks them"
            return ([], properties.isEmpty ? [] : [Finding(.notFollowed, [], text)])
        }
        let descriptors = exempt.map { wormer_type_descriptor(unsafeBitCast($0, to: UnsafeRawPointer.self)) }
        let checked = properties.filter { property in
            !exempt.contains { property.wrapper?.interface == $0 } && !descriptors.contains(property.type)
        }
        return (checked, remarks)
    }
}
