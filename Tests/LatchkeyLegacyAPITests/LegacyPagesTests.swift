import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// Effects of GET requests that a page can make its visitors' browsers send.
@Suite struct LegacyPagesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var headers: HTTPFields = [:]
        let isAnswered: Bool

        init(_ what: String, mode: String? = nil, origin: String? = nil, referer: String? = nil, isAnswered: Bool) {
            (testDescription, self.isAnswered) = (what, isAnswered)
            if let mode, let name = HTTPField.Name("sec-fetch-mode") { headers[name] = mode }
            headers[.origin] = origin
            headers[.referer] = referer
        }
    }

    static let cases: [Case] = [
        Case("a program", isAnswered: true),
        Case("a script of the project's own page", mode: "cors", origin: "https://app.example.org", isAnswered: true),
        Case("one in an old browser", origin: "https://app.example.org", isAnswered: true),
        Case("one on the developer's own machine", mode: "cors", origin: "http://localhost:8000", isAnswered: true),
        Case("a script of the server's own origin", mode: "same-origin", isAnswered: true),
        Case("a script of another page", mode: "cors", origin: "https://evil.example", isAnswered: false),
        Case("one in an old browser, of another page", origin: "https://evil.example", isAnswered: false),
        Case("a page whose traffic others can change", mode: "cors", origin: "http://app.example.org", isAnswered: false),
        Case("a page that hides where it is from", mode: "cors", origin: "null", isAnswered: false),
        Case("a picture", mode: "no-cors", isAnswered: false),
        Case("a link", mode: "navigate", isAnswered: false),
        Case("a picture that a browser says little of", referer: "https://evil.example/page?q=1", isAnswered: false),
        Case("one of a page whose traffic others can change", referer: "http://app.example.org/", isAnswered: false),
        Case("one of something that is no web page", referer: "about:client", isAnswered: false),
        Case("one of the project's own page", referer: "https://app.example.org/page", isAnswered: true),
        Case(
            "a script of the server's own origin, with its page", mode: "same-origin", referer: "https://auth.example.org/",
            isAnswered: true),
        Case(
            "a script whose origin applies, not its page", origin: "https://app.example.org", referer: "https://evil.example/",
            isAnswered: true),
        Case("a form", mode: "navigate", origin: "https://app.example.org", isAnswered: false),
    ]

    /// A browser sends a preflight request before a script may send one of these.
    @Test func aScriptMayPutAndDelete() async throws {
        let server = try await DatabaseServer.servingLegacy()
        let method = try #require(HTTPField.Name("access-control-request-method"))
        let allowed = [
            ("/v2/default/users/ada%40example.org/password", "GET, POST, PUT, DELETE, OPTIONS"),
            ("/auth/firebase/remove", "GET, POST, OPTIONS"), ("/v1/accounts:signUp", "GET, POST, OPTIONS"),
        ]
        try await server.server.run { caller in
            for (path, methods) in allowed {
                let reply = try await caller.send(.options, path, headers: [.origin: "https://app.example.org", method: "PUT"])
                #expect(reply.headers[.accessControlAllowMethods] == methods, "\(path)")
            }
        }
    }

    @Test(arguments: cases) func scriptsAreAllowedFromAuthorizedDomainsOnly(_ one: Case) async throws {
        let server = try await DatabaseServer.servingLegacy()
        try await server.server.run { caller in
            for path in ["/v2/default/users?_method=POST", "/auth/firebase/create?firebase=default"] {
                let who = "\(path.count)@example.org"
                let reply = try await caller.legacyGet("\(path)&email=\(who)&password=lovelace", one.headers)
                #expect(reply.legacyError == (one.isAnswered ? nil : "INVALID_ORIGIN"), "\(reply.text)")
                let isMade = try await server.server.account(who) != nil
                #expect(isMade == one.isAnswered)
                // A page may read the reason of a refusal, and the response.
                #expect(reply.headers[.accessControlAllowOrigin] == one.headers[.origin])
            }
        }
    }
}
