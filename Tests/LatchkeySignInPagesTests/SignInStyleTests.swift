import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServer
import LatchkeyServerTestSupport
import LatchkeyWeb
import Testing

/// The operator's own style of the sign-in page.
@Suite struct SignInStyleTests {
    @Test(arguments: ["", ":root { --key: #0a7d55; }"]) func operatorsStyleIsLoadedAfterThePagesStyle(_ style: String) async throws {
        let server = try await TestServer()
        let parts = ServerParts(
            store: server.store, sealer: server.sealer, authority: server.authority, publicAddress: server.publicAddress,
            transport: server.provider, hashing: HashingPool(width: 2), now: { server.clock.now },
            signInStyle: SignInStyle(Array(style.utf8)))
        try await server.run(parts) { caller in
            let theme = try await caller.send(.get, "/assets/theme.css")
            #expect(theme.status == .ok && theme.text == style)
            #expect(theme.headers[.contentType] == "text/css; charset=utf-8")
            #expect(theme.headers[.cacheControl] == "no-cache", "a new style is seen at once")
            for path in ["/sign-in", "/__/auth/handler"] {
                let page = try await caller.send(.get, path).text
                let own = try #require(page.range(of: "href=\"/assets/sign-in.css"))
                let theirs = try #require(page.range(of: "href=\"/assets/theme.css\""))
                #expect(own.lowerBound < theirs.lowerBound)
            }
        }
    }
}
