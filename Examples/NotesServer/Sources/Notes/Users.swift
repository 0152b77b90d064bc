/// A user of the server.
package struct User: Sendable, Hashable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// The users that the server knows.
package protocol Users: Sendable {
    /// Returns the user with a token, or nil if the token is unknown.
    func user(withToken token: String) async throws -> User?
}

/// The users in the configuration.
package struct ConfiguredUsers: Users {
    private let users: [String: User]

    package init(configuration: NotesConfiguration) {
        users = configuration.users
    }

    package func user(withToken token: String) -> User? {
        users[token]
    }
}
