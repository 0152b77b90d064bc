protocol Logger {
    func log(_ text: String)
    var name: String { get }
}

/// The output of all loggers in a test.
final class Log { var lines: [String] = [] }

struct RemoteLogger: Logger {
    var log = Log()
    let name = "remote"

    func log(_ text: String) { log.lines.append("remote: \(text)") }
}

struct ConsoleLogger: Logger {
    var log = Log()
    let name = "console"

    func log(_ text: String) { log.lines.append("console: \(text)") }
}

/// A logger with an identity.
final class FileLogger: Logger {
    let name = "file"

    func log(_ text: String) {}
}

protocol Database { var logger: any Logger { get } }

struct PostgresDatabase: Database { let logger: any Logger }

protocol JobQueue: AnyObject { var database: any Database { get } }

final class DatabaseQueue: JobQueue {
    let database: any Database

    init(database: any Database) { self.database = database }
}
