/// One step of a sequential run, on one of several containers and a key.
struct Operation {
    let container: Int
    let interface: Interface
    let id: Identifier
    let action: Action

    var key: Key { .type(interface, id) }

    enum Action {
        case bind(LifetimeName, Recipe, BindForm.Spelling)
        case contribute(LifetimeName, Recipe, BindForm.Spelling)
        case decorate(BindForm.Spelling), decorateAll
        case unbind, set, alias(Property)
        case resolve(RequestSpelling), resolveService(Property, RequestSpelling), resolveAll(RequestSpelling)
        case isBound, hold, releaseHeld
        case assign(Property, isByKeyPath: Bool), unassign(Property), unassignAll
        case reset(LifetimeName), resetAll
        case create(isChild: Bool), replaceMain
        case enterOverride, enterScope(LifetimeName), leave
    }

    /// A random operation on one of the containers.
    static func random(_ numbers: inout RandomNumbers, containers: [Int], depth: Int) -> Operation {
        let container = numbers.element(of: containers)
        var interface = numbers.element(of: Interface.allCases)
        let id = numbers.element(of: Identifier.allCases)
        let property = numbers.element(of: Property.allCases)
        let lifetime = numbers.element(of: LifetimeName.allCases.filter { $0 != .weak || interface == .product })
        let spelling = numbers.element(of: BindForm.Spelling.allCases)
        let request = numbers.element(of: RequestSpelling.allCases)
        let action: Action
        switch numbers.below(1000) {
        case ..<310: action = .resolve(request)
        case ..<410: action = .resolveService(property, request)
        case ..<430: (action, interface) = (.hold, .product)
        case ..<435: action = .releaseHeld
        case ..<465: action = .resolveAll(request)
        case ..<630: action = .bind(lifetime, .random(for: interface, &numbers), spelling)
        case ..<650: action = .contribute(lifetime, .random(for: interface, &numbers), spelling)
        case ..<657: action = .decorate(spelling)
        case ..<660: action = .decorateAll
        case ..<690: action = .unbind
        case ..<720: action = .set
        case ..<770: action = .isBound
        case ..<830: action = .assign(property, isByKeyPath: numbers.oneIn(2))
        case ..<870: action = .unassign(property)
        case ..<876: action = .unassignAll
        case ..<890:
            action = .alias(numbers.element(of: Property.plain))
            interface = numbers.oneIn(2) ? .envelope : .beta
        case ..<940: action = .reset(lifetime)
        case ..<944: action = .resetAll
        case ..<956: action = .create(isChild: !numbers.oneIn(4))
        case ..<964: action = .replaceMain
        case ..<970: action = .isBound
        case ..<978: action = depth < 5 ? .enterOverride : .leave
        case ..<986: action = depth < 5 ? .enterScope(numbers.oneIn(3) ? .tour : .visit) : .leave
        default: action = .leave
        }
        return Operation(container: container, interface: interface, id: id, action: action)
    }
}

extension Property {
    /// The services that depend on no bound type.
    fileprivate static let plain: [Property] = [.transient, .singleton, .session]
}

extension Recipe {
    /// A recipe whose dependencies follow the interface in order, so that no cycles exist.
    fileprivate static func random(for interface: Interface, _ numbers: inout RandomNumbers) -> Recipe {
        switch numbers.below(8) {
        case 0: return .failing
        case ..<4: return .plain
        default:
            let later = Interface.allCases.filter { $0.rawValue > interface.rawValue }
            let keys = (0..<2).map { _ -> Key in
                if later.isEmpty || numbers.oneIn(4) {
                    .service(numbers.element(of: Property.plain))
                } else {
                    .type(numbers.element(of: later), numbers.element(of: Identifier.allCases))
                }
            }
            return numbers.oneIn(3) ? .visit(keys) : .parts(keys)
        }
    }
}
