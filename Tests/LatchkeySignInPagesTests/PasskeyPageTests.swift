import HTTPTypes
import LatchkeyServerTestSupport
import Testing

/// The scripts that the pages allow; a browser test clicks through them.
@Suite struct PasskeyPageTests {
    private static let policy = HTTPField.Name.contentSecurityPolicy

    @Test func onlyOurOwnScriptMayRun() async throws {
        try await TestServer().run { caller in
            let page = try await caller.send(.get, "/sign-in")
            let policy = try #require(page.headers[Self.policy])
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'") && policy.contains("connect-src 'self'"))
            #expect(!policy.contains("unsafe") && !policy.contains("*"))
            #expect(page.text.contains(#"<script src="/assets/passkeys.js" defer></script>"#))
            #expect(page.text.contains(#"autocomplete="username webauthn""#))
            let create = try await caller.send(.get, "/sign-in?view=sign-up")
            #expect(create.text.contains(#"autocomplete="username""#), "a passkey creates no account")
            // Elements that need the script are hidden without it.
            #expect(page.text.contains(#"data-passkey="get" data-options="/sign-in/passkey/options" hidden>"#))
            let script = try await caller.send(.get, "/assets/passkeys.js")
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(script.headers[.xContentTypeOptions] == "nosniff")
            // No other page runs a script.
            let handler = try await caller.send(.get, "/__/auth/handler")
            #expect(handler.headers[Self.policy]?.contains("script-src") == false)
        }
    }

    @Test(arguments: ["http://127.0.0.1:9099", "http://auth.example.org"])
    func passkeysAreNotOfferedOnUnsupportedOrigins(_ publicURL: String) async throws {
        try await TestServer(publicURL: publicURL).run { caller in
            let page = try await caller.send(.get, "/sign-in")
            #expect(page.status == .ok)
            #expect(!page.text.contains("passkey"))
        }
    }

    @Test(arguments: [
        "/sign-in/passkey", "/sign-in/passkey/options", "/sign-in/passkeys", "/sign-in/passkeys/options", "/sign-in/passkeys/remove",
    ])
    func formsOfOtherSitesAreRejected(_ path: String) async throws {
        try await TestServer().run { caller in
            for body in ["", "csrf=", "csrf=0000&credential=%7B%7D"] {
                let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
                let reply = try await caller.send(.post, path, headers: headers, body: body)
                #expect(reply.status == .forbidden)
            }
        }
    }
}
