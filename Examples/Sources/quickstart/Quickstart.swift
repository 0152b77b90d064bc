import Wormer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Routes a file of proximity events through injected services, replaces one of them, and runs again.
///
///     quickstart [--graph | --verify | --missing] [file]
@main
enum Quickstart {
    static func main() {
        DependencyBuilder.build()
        let arguments = CommandLine.arguments.dropFirst()
        let options = arguments.filter { $0.hasPrefix("-") }
        let files = arguments.filter { !$0.hasPrefix("-") }
        switch (options.first, options.count, files.count) {
        case (nil, 0, ...1): route(files.first.map(EventFile.init) ?? .sample)
        case ("--graph", 1, 0): print(Injector.default.graph.mermaid, terminator: "")
        case ("--verify", 1, 0): verify()
        case ("--missing", 1, 0): requestMissing()
        default: end("usage: quickstart [--graph | --verify | --missing] [file]", code: 2)
        }
    }

    private static func route(_ file: EventFile) {
        do {
            let (events, faults) = try file.events()
            for fault in faults {
                print(fault)
            }
            Injector.default.instance(for: ProximityRouter.self).route(events)
            DependencyBuilder.becomeGenerous()
            print()
            Injector.default.instance(for: ProximityRouter.self).route(events)
        } catch {
            end("\(error)", code: 1)
        }
    }

    private static func verify() {
        do {
            print(try Injector.default.verify())
        } catch {
            end("\(error)", code: 1)
        }
    }

    /// Prints the error for an interface whose only binding has an identifier.
    private static func requestMissing() {
        let injector = Injector.default
        injector.unbind(NotificationGateway.self)
        injector.bind(
            NotificationGateway.self,
            id: "email",
            to: .using(NotificationGatewayImplementation.init(eventBus:))
        )
        do {
            _ = try injector.throwingInstance(for: ProximityRouter.self)
        } catch {
            print(error)
        }
    }

    private static func end(_ message: String, code: Int32) -> Never {
        let line = "quickstart: \(message)\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(code)
    }
}
