import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct NonceTests {
    @Test func nonceCanBeUsedOnce() async throws {
        let sandbox = TestSandbox()
        let request = try sandbox.requestTokenRequest()
        #expect(try await sandbox.send(request).head.status == .ok)
        let again = try await sandbox.send(request)
        #expect(again.summary == TwitterReply.refused)
        #expect(again.header("x-sandbox-reason")?.hasPrefix("nonce_used") == true)
    }

    @Test func aWrongSignatureDoesNotUseUpTheNonce() async throws {
        let sandbox = TestSandbox()
        let now = sandbox.clock.now
        let attacker = OAuth1Signer(
            consumer: OAuth1Consumer(key: SandboxApp.twitter.key, secret: "guess"), now: { now }, nonce: { "n-1" })
        #expect(try await sandbox.send(sandbox.requestTokenRequest(signer: attacker)).summary == TwitterReply.refused)
        let honest = try sandbox.requestTokenRequest(signer: sandbox.signer(nonce: "n-1"))
        #expect(try await sandbox.send(honest).head.status == .ok)
    }

    @Test func theSameNonceMayServeAnotherConsumerOrTime() async throws {
        let sandbox = TestSandbox()
        for signer in [sandbox.signer(nonce: "n"), sandbox.signer(.otherTwitter, nonce: "n"), sandbox.signer(secondsOff: 1, nonce: "n")] {
            #expect(try await sandbox.send(sandbox.requestTokenRequest(signer: signer)).head.status == .ok)
        }
    }

    @Test func ofManyEqualRequestsAtOnceOneWins() async throws {
        let sandbox = TestSandbox()
        let request = try sandbox.requestTokenRequest()
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { try await sandbox.send(request).head.status == .ok } }
            return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(wins == 1)
    }
}
