import Logging

/// The log of one request, with the identifier and the user of the request in each line.
package struct RequestLog: Sendable {
    package let logger: Logger

    package init(logger: Logger, id: RequestID, user: User) {
        var logger = logger
        logger[metadataKey: "request"] = "\(id)"
        logger[metadataKey: "user"] = "\(user.name)"
        self.logger = logger
    }
}
