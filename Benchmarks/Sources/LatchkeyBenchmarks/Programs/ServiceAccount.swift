import Foundation
import JWTKit

/// A service account of the server's project, as used by a backend.
struct ServiceAccount {
    private struct File: Decodable {
        let client_email, private_key, private_key_id, token_uri: String
    }

    private struct Assertion: JWTPayload {
        let iss, aud, scope: String
        let iat, exp: Int

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private struct Reply: Decodable {
        let access_token: String
    }

    /// Returns the `Authorization` header for the service account's calls, which is valid for an hour.
    static func authorization(_ setting: Setting, _ server: LatchkeyServer, data: String) async throws -> [String: String] {
        let printed = try ChildProgram.run(setting.latchkey, ["service-accounts", "create", "benchmark", "--data", data])
        let file = try JSONDecoder().decode(File.self, from: Data(printed.utf8))
        let keys = JWTKeyCollection()
        await keys.add(
            rsa: try Insecure.RSA.PrivateKey(pem: file.private_key), digestAlgorithm: .sha256, kid: .init(string: file.private_key_id))
        let now = Int(Date().timeIntervalSince1970)
        let assertion = try await keys.sign(
            Assertion(
                iss: file.client_email, aud: file.token_uri, scope: "https://www.googleapis.com/auth/identitytoolkit", iat: now,
                exp: now + 3600))
        let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
        guard let path = URL(string: file.token_uri)?.path else { throw BenchmarkFailure("a service account has no token_uri") }
        let reply = try server.connect().request(
            HTTPMessage.post(path, form: "grant_type=\(grant)&assertion=\(assertion)"), for: Reply.self)
        return ["Authorization": "Bearer " + reply.access_token]
    }
}
