import LatchkeyIdentity
import LatchkeyOAuth
import Testing

@testable import LatchkeySignInFlow

/// Where a sign-in may return to.
@Suite struct ReturnTests {
    @Test(arguments: ["http://127.0.0.1:8080/", "http://127.0.0.1:1/a-b_c.d~e/f", "http://[::1]:65535/cb"])
    func aProgramListensOnALoopbackAddress(_ url: String) {
        #expect(LoopbackAddress.accepts(url))
    }

    @Test(arguments: [
        "", "https://127.0.0.1:8080/", "http://localhost:8080/", "http://127.0.0.1/", "http://127.0.0.1:0/", "http://127.0.0.1:65536/",
        "http://127.0.0.1:8080", "http://127.0.0.1:8080//evil.example", "http://127.0.0.1:8080/?a", "http://127.0.0.1:8080/#a",
        "http://127.0.0.1:8080@evil.example/", "http://a@127.0.0.1:8080/", "http://127.0.0.1.evil.example:8080/",
        "http://127.0.0.1:8080/%2e", "http://127.0.0.1:8080/a\\b", "http://[::1%25lo]:8080/",
    ])
    func otherURLsAreNoLoopbackAddresses(_ url: String) {
        #expect(!LoopbackAddress.accepts(url))
    }

    @Test func anAppOnIOSGetsFirebasesDeepLink() {
        let target = ReturnTarget.app(scheme: "app-1-2-ios-3", authType: "signInWithRedirect", eventID: "E1")
        #expect(
            target.url(delivering: "https://auth.example.org/x?a=b", publicAddress: "https://auth.example.org")
                == "app-1-2-ios-3://firebaseauth/link?deep_link_id=https%3A%2F%2Fauth.example.org%2F__%2Fauth%2Fcallback"
                + "%3FauthType%3DsignInWithRedirect%26eventId%3DE1%26link%3Dhttps%253A%252F%252Fauth.example.org%252Fx%253Fa%253Db")
    }

    @Test func aRefusalIsTheErrorThatFirebasesClientsKnow() {
        let failure = FlowFailure(OAuthError(.accessDenied, detail: "denied"))
        #expect(failure.json.contains(#""code":"auth/user-cancelled""#))
        let target = ReturnTarget.loopback(url: "http://127.0.0.1:9/cb", authType: "t", eventID: "e")
        #expect(
            target.url(delivering: failure, publicAddress: "https://auth.example.org")?
                .hasPrefix("http://127.0.0.1:9/cb?authType=t&eventId=e&firebaseError=%7B%22code%22") == true)
    }

    @Test(arguments: [
        ("https://app.example.org/x", "signInViaPopup", nil), ("https://evil.example/x", "signInViaPopup", "auth/unauthorized-domain"),
        ("http://app.example.org/x", "signInViaPopup", "auth/unauthorized-domain"),
        ("javascript:0", "signInViaPopup", "auth/argument-error"),
        ("https://app.example.org/x", "signInViaRedirect", nil),
        ("https://app.test/x", "signInViaRedirect", "auth/web-storage-unsupported"),
        ("https://app.test/x", "signInViaPopup", nil),
    ])
    func aWebPageHasToBeOfAnAuthorizedDomain(_ url: String, _ authType: String, _ code: String?) async throws {
        var project = try await FlowFixture().caller.project
        project.authorizedDomains = ["app.example.org", "app.test"]
        let page = WebReturn(authType: authType, eventID: "e", apiKey: "k", appName: "[DEFAULT]", url: url)
        let address = PublicAddress("https://auth.example.org")
        if let code {
            let problem = #expect(throws: HandlerProblem.self) { try page.check(for: project, publicAddress: address) }
            #expect(problem?.code == code)
        } else {
            try page.check(for: project, publicAddress: address)
        }
    }
}
