/// Looks for synchronous requests of what is made asynchronously, or on an actor.
///
/// Only initializers that request by hand are looked at: one whose parameters are resolved by type waits and changes to
/// an actor where the request for its instance can.
struct Waits {
    private(set) var faults: [VerificationError.Fault] = []
    private(set) var requirements: [Verification.Requirement] = []

    private let sites: [Wiring.Site]
    private let successors: [Int: [Int]]

    /// The ways from each binding whose parameters are resolved by type to what stops a synchronous request.
    private var known: [Int: [[Int]]] = [:]

    init(in wiring: Wiring, successors: [Int: [Int]]) {
        sites = wiring.sites
        self.successors = successors
        for index in sites.indices where requestsByHand(sites[index]) {
            for next in successors[index, default: []] {
                for path in paths(from: next) {
                    add([index] + path)
                }
            }
        }
    }

    private func requestsByHand(_ site: Wiring.Site) -> Bool {
        site.binding.dependencies.isEmpty && !site.isAsync && !site.binding.isAssigned
    }

    /// The shortest known ways to what is made asynchronously, and to what is made on an actor.
    private mutating func paths(from index: Int) -> [[Int]] {
        if let known = known[index] {
            return known
        }
        let site = sites[index]
        if site.binding.isAssigned || site.isMade && site.binding.lifetime != .weak {
            return []
        }
        if site.isAsync || site.isolation != nil {
            return [[index]]
        }
        guard !site.binding.dependencies.isEmpty else {
            // This one is looked at by itself.
            return []
        }
        // For a cycle, which is a fault of its own.
        known[index] = []
        var paths: [[Int]] = []
        for next in successors[index, default: []] {
            for path in self.paths(from: next) where !paths.contains(where: { isSameKind($0, path) }) {
                paths.append([index] + path)
            }
        }
        known[index] = paths
        return paths
    }

    private func isSameKind(_ first: [Int], _ second: [Int]) -> Bool {
        let (first, second) = (sites[first[first.count - 1]], sites[second[second.count - 1]])
        return first.isAsync == second.isAsync && first.isolation === second.isolation
            && first.binding.lifetime == second.binding.lifetime
    }

    private mutating func add(_ path: [Int]) {
        let (holder, needed) = (sites[path[0]], sites[path[path.count - 1]])
        let links = path.map { VerificationError.Link(sites[$0].binding) }
        let isKept = needed.binding.lifetime != .transient && needed.binding.lifetime != .resolution
        if let actor = needed.isolation, !needed.isAsync {
            if holder.isolation === actor {
                return
            }
            let name = "\(type(of: actor))"
            if isKept {
                requirements.append(.init(path: links, condition: .madeBefore))
            } else if holder.isolation == nil, actor === MainActor.shared {
                requirements.append(.init(path: links, condition: .onActor(name)))
            } else {
                faults.append(.isolated(path: links, actor: name))
            }
        } else if isKept {
            requirements.append(.init(path: links, condition: .madeBefore))
        } else {
            faults.append(.asynchronous(path: links))
        }
    }
}
