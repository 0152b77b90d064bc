import Testing
import Wormer

@Suite("Inside the session of a second account, nothing of the first account is found")
struct TwoAccountsTests {
    typealias User = Sessions.User
    typealias Response = Sessions.Response

    /// A transient instance that takes one of a session, and one of a request inside the session.
    struct Page: Sendable {
        let user: User
        let response: Response

        var users: [User] { [user, response.drafts.user] }
    }

    /// The values that an instance of a job has found when it was created.
    final class Report: Sendable {
        let user: User?
        let page: Page?

        init(user: User?, page: Page?) { (self.user, self.page) = (user, page) }
    }

    /// How the session and the request of Ada are opened, then the session of Bob and perhaps a request of his.
    struct Nesting: CustomTestStringConvertible {
        let session: Opening
        let request: Opening
        let other: Opening
        let otherRequest: Opening?

        /// Whether the openings are allowed: a scope begins once, and inside one that has begun.
        var isPossible: Bool {
            let requestsBegin = [request, otherRequest].count { $0 == .begin }
            let sessionsBegin = [session, other].count { $0 == .begin }
            return sessionsBegin < 2 && requestsBegin < 2 && (request != .begin || session == .begin)
                && (otherRequest != .begin || sessionsBegin == 1)
        }

        static let all = Opening.allCases.flatMap { session in
            Opening.allCases.flatMap { request in
                Opening.allCases.flatMap { other in
                    ([nil] + Opening.allCases).map {
                        Nesting(session: session, request: request, other: other, otherRequest: $0)
                    }
                }
            }
        }.filter(\.isPossible)

        var testDescription: String {
            "session: \(session), request: \(request), other session: \(other), "
                + "its request: \(otherRequest.map { "\($0)" } ?? "none")"
        }

        /// A scope that a task opens comes before one that has begun.
        var user: User { other == .begin ? Sessions.ada : Sessions.bob }

        /// The users of the page, or nil if the session that is found has no request.
        var users: [User]? {
            other == .begin || otherRequest == .withScope || otherRequest == .handle ? [user, user] : nil
        }
    }

    private let injector = Sessions.injector()

    init() {
        injector.bind(Page.self, to: .using(Page.init(user:response:)))
        let factory = Factory<Report>.make { Report(user: $0.safeInstance(), page: $0.safeInstance()) }
        injector.bind(Report.self, lifetime: .scope(Sessions.job), to: factory)
    }

    @Test("However sessions and requests are nested, a page never mixes two accounts", arguments: Nesting.all)
    func nestings(nesting: Nesting) async throws {
        let job = try injector.open(Sessions.job)
        try await nesting.session.open(Sessions.session, providing: Sessions.ada, in: injector) {
            try await nesting.request.open(Sessions.request, in: injector) {
                #expect(injector.instance(for: Page.self).users == [Sessions.ada, Sessions.ada])
                try await nesting.other.open(Sessions.session, providing: Sessions.bob, in: injector) {
                    guard let otherRequest = nesting.otherRequest else { return try await check(nesting, job) }
                    try await otherRequest.open(Sessions.request, in: injector) { try await check(nesting, job) }
                }
                #expect(injector.instance(for: Page.self).users == [Sessions.ada, Sessions.ada])
            }
        }
        try await job.end()
    }

    /// Checks what is found in the innermost scope, inside another scope, and by an instance of that.
    private func check(_ nesting: Nesting, _ job: OpenScope) async throws {
        func checkLookups() async throws {
            #expect(injector.safeInstance(for: User.self) == nesting.user)
            #expect(injector.safeInstance(for: Page.self)?.users == nesting.users)
            let response = try? await injector.asyncInstance(for: Response.self)
            #expect(response?.drafts.user == nesting.users?.last)
        }
        try await checkLookups()
        try await job.run { try await checkLookups() }
        try await injector.withScope(Sessions.job) {
            try await checkLookups()
            let report = injector.instance(for: Report.self)
            #expect(report.user == nesting.user)
            #expect(report.page?.users == nesting.users)
        }
    }

    @Test("A factory that opens the session of a second account doesn't find the request of its instance there")
    func factories() async throws {
        let bob = try injector.open(Sessions.session, providing: Sessions.bob)
        func bind(_ id: String, _ enter: @escaping @Sendable (Injector, () -> Page?) throws -> Page?) {
            injector.bind(
                Report.self,
                id: id,
                lifetime: .scope(Sessions.request),
                to: .make { injector in Report(user: nil, page: try enter(injector) { injector.safeInstance() }) }
            )
        }
        bind("withScope") { injector, find in
            try injector.withScope(Sessions.session, providing: Sessions.bob) { find() }
        }
        bind("handle") { injector, find in try injector.open(Sessions.session, providing: Sessions.bob).run { find() } }
        bind("open handle") { _, find in bob.run { find() } }
        bind("none") { _, find in find() }
        try await injector.withScope(Sessions.session, providing: Sessions.ada) {
            try await injector.withScope(Sessions.request) {
                for id in ["withScope", "handle", "open handle"] {
                    #expect(injector.instance(for: Report.self, id: id).page?.users == nil, "\(id)")
                }
                #expect(injector.instance(for: Report.self, id: "none").page?.users == [Sessions.ada, Sessions.ada])
            }
        }
        try await bob.end()
    }
}
