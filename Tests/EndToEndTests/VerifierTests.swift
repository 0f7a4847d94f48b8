import Foundation
import LatchkeyVerifier
import ServerUnderTest
import Testing

/// A back end verifies tokens of a real server.
@Suite(.timeLimit(.minutes(10))) struct VerifierTests {
    private func idToken(_ server: RunningServer, _ email: String) async throws -> String {
        let response = try await server.call("signUp", ["email": email, "password": "lovelace", "returnSecureToken": true])
        let reply = try JSONDecoder().decode([String: String].self, from: response.body)
        return try #require(reply["idToken"])
    }

    @Test func tokensStayValidAfterAKeyRotation() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, []) { server in
            let verifier = try TokenVerifier(serverURL: server.report.url, projectID: "default")
            let first = try await idToken(server, "ada@example.org")
            #expect(try await verifier.verify(idToken: first).email == "ada@example.org")
            _ = try await server.latchkey("keys", "rotate", "--json").printed()
            let second = try await idToken(server, "bob@example.org")
            let token = try await verifier.verify(idToken: second)
            #expect(token.email == "bob@example.org" && !token.emailVerified && token.signInProvider == "password")
            #expect(try await verifier.verify(idToken: first).email == "ada@example.org", "the old key is still published")

            await #expect(throws: TokenVerificationError(.unknownKey, "")) { try await verifier.verify(sessionCookie: second) }
            let other = try TokenVerifier(serverURL: server.report.url, projectID: "other")
            await #expect(throws: TokenVerificationError(.wrongIssuer, "")) { try await other.verify(idToken: second) }
            let parts = second.split(separator: ".")
            let swapped = "\(parts[0]).\(first.split(separator: ".")[1]).\(parts[2])"
            await #expect(throws: TokenVerificationError(.badSignature, "")) { try await verifier.verify(idToken: swapped) }
        }
    }

    @Test func unreachableServerIsNotATokenError() async throws {
        let folder = try TemporaryFolder()
        let (url, text) = try await LatchkeyProcess.serve(in: folder, []) { server in
            (server.report.url, try await idToken(server, "ada@example.org"))
        }.value
        let verifier = try TokenVerifier(serverURL: url, projectID: "default")
        await #expect(throws: TokenVerificationError(.keysUnavailable, "")) { try await verifier.verify(idToken: text) }
    }
}
