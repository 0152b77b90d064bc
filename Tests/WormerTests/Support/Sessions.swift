import Wormer

/// A way to open a scope.
enum Opening: CaseIterable, Sendable {
    case withScope, begin, handle

    func open(
        _ scope: Wormer.Scope,
        providing user: Sessions.User? = nil,
        in injector: Injector,
        _ body: () async throws -> Void
    ) async throws {
        switch (self, user) {
        case (.withScope, let user?): try await injector.withScope(scope, providing: user) { try await body() }
        case (.withScope, nil): try await injector.withScope(scope) { try await body() }
        case (.begin, _):
            try user.map { try injector.begin(scope, providing: $0) } ?? injector.begin(scope)
            try await body()
            try await injector.end(scope)
        case (.handle, _):
            let open = try user.map { try injector.open(scope, providing: $0) } ?? injector.open(scope)
            try await open.run { try await body() }
            try await open.end()
        }
    }
}

/// The periods of an app, with a user who is provided for each session.
enum Sessions {
    static let session = Scope("session of tests")
    static let request = Scope("request of tests", inside: session)
    static let page = Scope("page of tests", inside: request)
    static let job = Scope("job of tests")

    struct User: Sendable, Hashable { let name: String }

    final class Drafts: Sendable {
        let user: User

        init(user: User) { self.user = user }
    }

    final class Response: Sendable {
        let drafts: Drafts

        init(drafts: Drafts) { self.drafts = drafts }
    }

    static let ada = User(name: "Ada")
    static let bob = User(name: "Bob")

    /// Returns an injector whose instances record their ends.
    static func injector(parent: Injector? = nil, ends: Shared<[String]> = Shared([])) -> Injector {
        let injector = Injector(parent: parent)
        bind(in: injector, ends: ends)
        return injector
    }

    static func bind(in injector: Injector, ends: Shared<[String]> = Shared([])) {
        injector.bind(User.self, lifetime: .scope(session), to: .provided)
        injector.bind(
            Drafts.self,
            lifetime: .scope(session),
            to: .using(Drafts.init(user:)).onEnd { drafts in
                await Task.yield()
                ends.change { $0.append("drafts of \(drafts.user.name)") }
            }
        )
        injector.bind(
            Response.self,
            lifetime: .scope(request),
            to: .using(Response.init(drafts:)).onEnd { response in
                ends.change { $0.append("response to \(response.drafts.user.name)") }
            }
        )
    }
}
