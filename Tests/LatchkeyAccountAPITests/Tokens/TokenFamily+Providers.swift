import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyServerTestSupport
import Synchronization
import Testing

@testable import LatchkeyIdentity

// MARK: Providers' tokens

extension TokenFamily {
    static let google = provider("google.com", issuer: "https://accounts.google.com", nonce: nil)
    /// Apple's libraries hash the nonce, so a token has one.
    static let apple = provider("apple.com", issuer: "https://appleid.apple.com", nonce: "raw")
    static let openID = provider("oidc.test", issuer: "https://issuer.test", nonce: "raw")

    private static func provider(_ id: String, issuer name: String, nonce: String?) -> TokenFamily {
        let wrong = "INVALID_IDP_RESPONSE"
        let wrongNonce = "MISSING_OR_INVALID_NONCE"
        return TokenFamily(
            testDescription: "an ID token of \(id)", refusals: [wrong, "INVALID_CREDENTIAL_OR_PROVIDER_ID"],
            make: { server, _ in
                let issuer = PlayedIssuer(name)
                try await server.configure(
                    ProviderID(rawValue: id), issuer: issuer, secret: id == "apple.com" ? nil : "our secret",
                    accepted: id == "apple.com" ? ["our-client"] : [])
                let token = try issuer.token(
                    audience: "our-client", at: server.clock.now, nonce: nonce.map { ProviderToken.hash(Secret($0)) })
                return try ForgedJWT(reading: token, key: .p256(issuer.state.withLock { $0.key }))
            },
            show: { _, caller, token in
                let escaped = PercentEncoding.encode(token)
                return try await caller.idp("id_token=\(escaped)&providerId=\(id)" + (nonce.map { "&nonce=\($0)" } ?? ""))
            },
            faults: [
                .header("kid", "\"unknown\"", wrong), .header("kid", nil, nil, "while the provider has one key only"),
                .header("crit", #"["exp"]"#, wrong), .header("typ", "\"at+jwt\"", wrong), .header("b64", "true", wrong),
                .header("alg", "\"ES384\"", wrong), .header("alg", "\"HS256\"", wrong),
                .claim("iss", nil, wrong), .claim("iss", "\"https://evil.test\"", wrong), .claim("iss", "\"\(name)/\"", wrong),
                .claim("iss", "[\"\(name)\"]", wrong), .claim("aud", nil, wrong), .claim("aud", "\"their-client\"", wrong),
                .claim("aud", "[]", wrong), .claim("aud", #"["our-client","their-client"]"#, wrong, "without azp"),
                .claim("aud", #"["our-client"]"#, nil, "as OpenID Connect allows"), .claim("aud", "\"\"", wrong),
                .claim("exp", nil, wrong), .claim("exp", "\(now - 60)", wrong), .claim("exp", "\"\(now + 60)\"", wrong),
                .claim("exp", "-1e300", wrong), .claim("iat", nil, wrong), .claim("iat", "\(now + 61)", wrong),
                .claim("iat", "1e300", wrong),
                .claim("nbf", "\(now + 61)", wrong), .claim("nbf", "\"now\"", wrong), .claim("nbf", "\(now)", nil, "is now"),
                .claim("sub", nil, wrong), .claim("sub", "\"\"", wrong), .claim("sub", long, wrong), .claim("sub", "7", wrong),
            ]
                + (nonce == nil
                    ? [.claim("nonce", "\"x\"", nil, "of which Google's library for iOS tells the app nothing")]
                    : [
                        .claim("nonce", nil, wrongNonce), .claim("nonce", "\"x\"", wrongNonce), .claim("nonce", "7", wrongNonce),
                        .claim("nonce", "\"\"", wrongNonce),
                    ]))
    }
}

extension TestServer {
    /// The key that currently signs a kind of tokens.
    func signingKey(of purpose: SigningKey.Purpose = .idToken) async throws -> PrivateSigningKey {
        let key = try #require(try await store.read { try $0.signingKeys() }.signer(of: purpose))
        let pem = try sealer.openText(key.sealedPrivateKey, for: SigningKey.sealingContext(id: key.id))
        return try PrivateSigningKey(pem: pem.expose(), algorithm: key.algorithm)
    }

    func admit(_ key: ServiceAccountKey) async throws {
        let account = key.account
        try await store.write { transaction in
            if try transaction.serviceAccount(account.email) == nil { try transaction.insert(account) }
        }
    }
}

extension ServiceAccountKey {
    func signingKey() throws -> PrivateSigningKey { try PrivateSigningKey(pem: privateKeyPEM.expose(), algorithm: .rs256) }
}

extension PrivateSigningKey {
    /// An unrelated key of the same kind. RSA keys take a while to make.
    func strangers() throws -> PrivateSigningKey {
        switch self {
        case .rsa: Self.strangersRSA
        case .p256: try .generate(.es256)
        }
    }

    private static let strangersRSA: PrivateSigningKey = {
        guard let key = try? PrivateSigningKey.generate(.rs256) else { preconditionFailure("a key can always be made") }
        return key
    }()
}
