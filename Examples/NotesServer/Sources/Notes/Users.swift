/// Somebody who keeps notes here.
package struct User: Sendable, Hashable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// The users that the server knows.
package protocol Users: Sendable {
    /// The user who has a token, nil if there is none.
    func user(withToken token: String) async throws -> User?
}

/// The users that the configuration names.
package struct ConfiguredUsers: Users {
    private let users: [String: User]

    package init(configuration: NotesConfiguration) {
        users = configuration.users
    }

    package func user(withToken token: String) -> User? {
        users[token]
    }
}
