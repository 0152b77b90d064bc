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
    case hold(Int, ModelKey.Identifier)
    case letGo
    case decorate(Int, ModelKey, mark: Int)
    case contribute(Int, ModelKey.Interface, ModelKey.Identifier, ModelScope, Recipe)
    case resolveAll(Int, ModelKey.Interface)
    case enterOverride(of: Int)
    case enterScope(Int, ModelScope)
    case leave

    /// `bind` alone says what is done when a scope that was opened ends.
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
        let scope = ModelScope.allCases.filter { $0 != .weak || interface == .held }.random(&generator)
        let key = ModelKey.type(interface, .allCases.random(&generator))
        switch generator.below(1000) {
        case ..<310: return .resolve(node, key, .allCases.random(&generator))
        case ..<410: return .resolve(node, .service(property), .allCases.random(&generator))
        case ..<430: return .hold(node, .allCases.random(&generator))
        case ..<435: return .letGo
        case ..<465: return .resolveAll(node, interface)
        case ..<630:
            return .bind(node, key, scope, .random(for: interface, using: &generator), .allCases.random(&generator))
        case ..<650:
            let recipe = Recipe.random(for: interface, using: &generator)
            return .contribute(node, interface, .allCases.random(&generator), scope, recipe)
        case ..<660: return .decorate(node, key, mark: step)
        case ..<690: return .unbind(node, key)
        case ..<720: return .set(node, interface, serial: -step)
        case ..<770: return .isBound(node, key)
        case ..<830: return .assign(node, property, serial: -step, isByKeyPath: generator.oneIn(2))
        case ..<870: return .unassign(node, property)
        case ..<876: return .unassignAll(node)
        case ..<890:
            let aliases: [ModelKey.Property] = [.transient, .singleton, .session]
            return .alias(node, generator.oneIn(2) ? .third : .numbered, aliases.random(&generator))
        case ..<940: return .reset(node, scope)
        case ..<944: return .resetAll(node)
        case ..<956: return .create(newContainer, parent: generator.oneIn(4) ? nil : node)
        case ..<964: return .makeMain(node)
        case ..<970: return .describe(node)
        case ..<978: return depth < 4 ? .enterOverride(of: node) : .leave
        case ..<986: return depth < 4 ? .enterScope(node, generator.oneIn(3) ? .tour : .visit) : .leave
        default: return .leave
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
