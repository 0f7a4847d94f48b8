import Foundation
import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// The responses to a browser at `/` and at addresses without a page.
@Suite struct WelcomeTests {
    private static let html: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]

    @Test func browserIsToldWhatTheServerIs() async throws {
        try await TestServer().run { caller in
            let page = try await caller.send(.get, "/", headers: Self.html)
            #expect(page.status == .ok && page.text.contains(#"href="/sign-in""#), "\(page.text)")
            #expect(page.text.contains("signs users in"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            let german = try await caller.send(.get, "/", headers: Self.html + [.acceptLanguage: "de"])
            #expect(german.text.contains("lang=\"de\"") && german.text.contains("meldet Benutzer"), "\(german.text)")
            #expect(try await caller.send(.get, "/").headers[.location] == "/sign-in", "for other clients")
        }
    }

    @Test func pagesHaveAnIcon() async throws {
        try await TestServer().run { caller in
            let page = try await caller.send(.get, "/sign-in", headers: Self.html)
            let path = try #require(page.text.firstMatch(of: /<link rel="icon" href="([^"]*)"/)?.1)
            #expect(page.headers[.contentSecurityPolicy]?.contains("img-src 'self'") == true)
            let icon = try await caller.send(.get, String(path))
            #expect(icon.headers[.contentType]?.hasPrefix("image/svg+xml") == true && icon.text.hasPrefix("<svg"))
        }
    }

    @Test(arguments: ["/sign-on", "/v1/nothing", "/__/auth/nothing"])
    func guessedAddressGetsAPageInABrowserOnly(_ path: String) async throws {
        try await TestServer().run { caller in
            let page = try await caller.send(.get, path, headers: Self.html)
            #expect(page.status == .notFound && page.text.contains("There is no page at this address."), "\(page.text)")
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            // What Java's HttpURLConnection accepts by default, and a program that names nothing.
            for headers: HTTPFields in [[.accept: "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"], [:]] {
                let call = try await caller.send(.get, path, headers: headers)
                #expect(call.status == .notFound && call.headers[.contentType]?.hasPrefix("application/json") == true, "\(call.text)")
            }
        }
    }
}
