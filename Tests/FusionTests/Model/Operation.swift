import Fusion

/// One step of a random run.
///
/// Containers are numbered in the order of their creation.
enum Operation {
    case bind(Int, ModelKey, ModelScope, Recipe, Spelling)
    case unbind(Int, ModelKey)
    case set(Int, ModelKey.Interface, serial: Int)
    case resolve(Int, ModelKey, Manner)
    case isBound(Int, ModelKey)
    case assign(Int, ModelKey.Property, serial: Int, isByKeyPath: Bool)
    case unassign(Int, ModelKey.Property)
    case unassignAll(Int)
    case alias(Int, ModelKey.Interface, ModelKey.Property)
    case reset(Int, ModelScope)
    case resetAll(Int)
    case create(Int, parent: Int?)
    case makeMain(Int)
    case describe(Int)
    case enterOverride(of: Int)
    case leaveOverride

    enum Spelling: CaseIterable { case bind, register, injector }
    enum Manner: CaseIterable { case resolve, get, assert, throwing, optional, injector, inject, faces }
}

extension Operation {
    /// The next step, drawn from what there is.
    static func random(
        using generator: inout RandomNumbers,
        containers: [Int],
        newContainer: Int,
        step: Int,
        depth: Int
    ) -> Operation {
        let node = containers.random(&generator)
        let interface = ModelKey.Interface.allCases.random(&generator)
        let property = ModelKey.Property.allCases.random(&generator)
        let scope = ModelScope.allCases.random(&generator)
        let key = ModelKey.type(interface, .allCases.random(&generator))
        switch generator.below(1000) {
        case ..<330: return .resolve(node, key, .allCases.random(&generator))
        case ..<480: return .resolve(node, .service(property), .allCases.random(&generator))
        case ..<660:
            return .bind(node, key, scope, .random(for: interface, using: &generator), .allCases.random(&generator))
        case ..<690: return .unbind(node, key)
        case ..<720: return .set(node, interface, serial: -step)
        case ..<770: return .isBound(node, key)
        case ..<840: return .assign(node, property, serial: -step, isByKeyPath: generator.oneIn(2))
        case ..<880: return .unassign(node, property)
        case ..<886: return .unassignAll(node)
        case ..<900:
            let aliases: [ModelKey.Property] = [.transient, .singleton, .session]
            return .alias(node, generator.oneIn(2) ? .third : .numbered, aliases.random(&generator))
        case ..<950: return .reset(node, scope)
        case ..<954: return .resetAll(node)
        case ..<966: return .create(newContainer, parent: generator.oneIn(4) ? nil : node)
        case ..<974: return .makeMain(node)
        case ..<980: return .describe(node)
        case ..<990: return depth < 4 ? .enterOverride(of: node) : .leaveOverride
        default: return .leaveOverride
        }
    }
}

extension Recipe {
    /// What an interface is made from comes after it, so that there are no cycles.
    static func random(for interface: ModelKey.Interface, using generator: inout RandomNumbers) -> Recipe {
        switch generator.below(8) {
        case 0: return .failing
        case ..<4: return .plain
        default:
            let later = ModelKey.Interface.allCases.filter { $0.rawValue > interface.rawValue }
            let services: [ModelKey.Property] = [.transient, .singleton, .session]
            let keys = (0..<2).map { _ -> ModelKey in
                if later.isEmpty || generator.oneIn(4) {
                    .service(services.random(&generator))
                } else {
                    .type(later.random(&generator), .allCases.random(&generator))
                }
            }
            return .parts(keys)
        }
    }
}

extension RandomAccessCollection {
    func random(_ generator: inout RandomNumbers) -> Element {
        self[index(startIndex, offsetBy: generator.below(count))]
    }
}
