import Logging

/// The log of one request: each line has the request's identifier and its user.
package struct RequestLog: Sendable {
    package let logger: Logger

    package init(logger: Logger, id: RequestID, user: User) {
        var logger = logger
        logger[metadataKey: "request"] = "\(id)"
        logger[metadataKey: "user"] = "\(user.name)"
        self.logger = logger
    }
}
