import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeySignInFlow
@testable import LatchkeyTestSupport

/// A sign-in with a provider: what its callback has to match, and who receives the result.
@Suite struct FlowTests {
    @Test func aSignInReturnsTheAssertionToTheSessionThatStartedIt() async throws {
        let flows = try await FlowFixture()
        let callback = try await flows.begin(target: .loopback(url: "http://127.0.0.1:9/cb", authType: "t", eventID: "e"))
        let taken = try await flows.finisher.take(callback, browser: FlowFixture.browser)
        #expect(taken.target == .loopback(url: "http://127.0.0.1:9/cb", authType: "t", eventID: "e"))

        let assertion = try await flows.finisher.assertion(taken, callback: callback)
        let token = try await flows.finisher.keep(assertion, of: taken).expose()
        #expect(try await flows.finisher.result(token, sessionID: "another session id", in: flows.caller.realm) == nil)
        let elsewhere = Realm(project: .sample, tenant: "acme-1")
        #expect(try await flows.finisher.result(token, sessionID: "a session id", in: elsewhere) == nil)
        let result = try await flows.finisher.result(token, sessionID: "a session id", in: flows.caller.realm)
        #expect(result?.key.rawID == "1")
        #expect(try await flows.finisher.result(token, sessionID: "a session id", in: flows.caller.realm) == nil, "a result is used once")
    }

    @Test func aCallbackIsUsedOnce() async throws {
        let flows = try await FlowFixture()
        let callback = try await flows.begin()
        _ = try await flows.finisher.take(callback, browser: FlowFixture.browser)
        await #expect(throws: FlowMismatch.unknown) { try await flows.finisher.take(callback, browser: FlowFixture.browser) }
    }

    @Test func aCallbackOfAnotherBrowserProviderOrSessionLeavesTheSignInPending() async throws {
        let flows = try await FlowFixture()
        let callback = try await flows.begin()
        await #expect(throws: FlowMismatch.otherBrowser) {
            try await flows.finisher.take(callback, browser: Fingerprint(of: "another cookie"))
        }
        await #expect(throws: FlowMismatch.otherBrowser) { try await flows.finisher.take(callback, browser: nil) }
        await #expect(throws: FlowMismatch.otherProvider) {
            let mixedUp = Parameters(callback.filter { $0.name != "from" } + [Parameter("from", "other.example")])
            _ = try await flows.finisher.take(mixedUp, browser: FlowFixture.browser)
        }
        await #expect(throws: FlowMismatch.otherSession) {
            try await flows.finisher.take(callback, browser: FlowFixture.browser, session: Fingerprint(of: "another session id"))
        }
        _ = try await flows.finisher.take(callback, browser: FlowFixture.browser, session: FlowFixture.session)
    }

    @Test func aSignInExpiresAfterTenMinutes() async throws {
        let flows = try await FlowFixture()
        let (first, second) = (try await flows.begin(), try await flows.begin())
        flows.clock.advance(bySeconds: 599)
        _ = try await flows.finisher.take(first, browser: FlowFixture.browser)
        flows.clock.advance(bySeconds: 1)
        await #expect(throws: FlowMismatch.unknown) { try await flows.finisher.take(second, browser: FlowFixture.browser) }
    }

    @Test func aStateThatAppearsTwiceIsRefused() async throws {
        let flows = try await FlowFixture()
        let callback = try await flows.begin()
        await #expect(throws: FlowMismatch.unknown) {
            try await flows.finisher.take(callback + ["state": "x"], browser: FlowFixture.browser)
        }
    }

    @Test func theProvidersRefusalIsInTheAuditLog() async throws {
        let flows = try await FlowFixture(failing: OAuthError(.accessDenied, detail: "denied"))
        let callback = try await flows.begin()
        let taken = try await flows.finisher.take(callback, browser: FlowFixture.browser)
        await #expect(throws: OAuthError.self) { try await flows.finisher.assertion(taken, callback: callback) }
        let events = try await flows.events
        #expect(events.map(\.reason) == ["access_denied"])
        #expect(events.map(\.outcome) == [.refused])
    }

    @Test func aPostedResponseIsSealedForItsState() async throws {
        let flows = try await FlowFixture()
        let sealed = try flows.finisher.sealed(["state": "s1", "code": "c", "id_token": "t", "unknown": "x"])
        #expect(sealed["code"] == nil)
        let opened = try flows.finisher.opened(sealed)
        #expect(opened["code"] == "c")
        #expect(opened["unknown"] == nil)
        let moved: Parameters = ["state": "s2", "posted": sealed["posted"] ?? ""]
        #expect(throws: FlowMismatch.unknown) { try flows.finisher.opened(moved) }
    }
}
