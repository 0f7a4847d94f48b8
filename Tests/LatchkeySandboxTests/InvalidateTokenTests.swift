import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct InvalidateTokenTests {
    @Test(arguments: ["/1.1/oauth/invalidate_token", "/oauth/invalidate_token"])
    func invalidatedTokenIsRejected(_ path: String) async throws {
        let sandbox = TestSandbox()
        let token = try sandbox.token()
        let reply = try await sandbox.call(path, method: .post, token: token)
        #expect(reply.summary == "200 {\"access_token\":\"\(token.token)\"}")
        #expect(try await sandbox.call(path, method: .post, token: token).summary == TwitterReply.invalidToken)
        #expect(try await sandbox.call(VerifyCredentialsTests.path, token: token).summary == TwitterReply.invalidToken)
    }

    @Test func onlyItsOwnApplicationCanGiveItBack() async throws {
        let sandbox = TestSandbox()
        let token = try sandbox.token(.otherTwitter)
        let reply = try await sandbox.call("/1.1/oauth/invalidate_token", method: .post, token: token)
        #expect(reply.summary == TwitterReply.invalidToken)
        #expect(try await sandbox.call(VerifyCredentialsTests.path, app: .otherTwitter, token: token).head.status == .ok)
    }
}
