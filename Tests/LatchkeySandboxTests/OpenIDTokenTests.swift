import Crypto
import Foundation
import HTTPTypes
import JWTKit
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets
import Testing

@Suite struct OpenIDTokenTests {
    @Test(arguments: [(SandboxSigningAlgorithm.rs256, "RS256"), (.es256, "ES256")])
    func theWholeFlow(_ algorithm: SandboxSigningAlgorithm, _ name: String) async throws {
        let sandbox = TestSandbox { $0.openIDAlgorithm = algorithm }
        let response = try sandbox.answerOAuth2()
        #expect(response["state"] == "s-123" && response["iss"] == TestSandbox.issuer)
        let reply = try await sandbox.exchangeOAuth2(code: response["code"] ?? "")
        #expect(reply.head.status == .ok)
        #expect(reply.header("cache-control") == "no-store" && reply.header("pragma") == "no-cache")
        let members = try reply.json
        #expect(members["token_type"] as? String == "Bearer" && members["expires_in"] as? Int == 3600)
        #expect(members["scope"] as? String == "openid email profile")
        let access = try #require(members["access_token"] as? String)
        let token = try #require(members["id_token"] as? String)
        let header = String(decoding: Base64URL.decode(String(token.prefix { $0 != "." })) ?? [], as: UTF8.self)
        #expect(header.contains("\"alg\":\"\(name)\""))
        let half = Array(SHA256.hash(data: Data(access.utf8)).prefix(16))
        #expect(
            try await sandbox.verified(token)
                == TestIDToken(
                    iss: TestSandbox.issuer, sub: "1080000000000000000101", aud: SandboxApp.openID.key, iat: 1_700_000_000,
                    exp: 1_700_003_600, nonce: "n-123", email: "ada@example.org", email_verified: true, name: "Ada Lovelace",
                    picture: "\(TestSandbox.base)/sandbox/avatars/1080000000000000000101.svg",
                    at_hash: Base64URL.encode(half)))
        let user = try await sandbox.call("/openid/userinfo", bearer: access)
        #expect(
            user.summary == #"200 {"email":"ada@example.org","email_verified":true,"name":"Ada Lovelace","#
                + #""picture":"http://127.0.0.1:9100/sandbox/avatars/1080000000000000000101.svg","sub":"1080000000000000000101"}"#)
    }
}
