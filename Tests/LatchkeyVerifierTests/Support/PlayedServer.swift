import Crypto
import CryptoExtras
import Foundation
import LatchkeySecrets
import LatchkeyVerifier
import Synchronization

/// A server that publishes keys and signs tokens; the test controls every response. It signs with the platform's cryptography, without the
/// library that the verifier uses to read tokens.
final class PlayedServer: KeyTransport {
    static let url = "https://auth.example.org"
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    struct State {
        var now = PlayedServer.now
        var received: [String] = []
        var status = 200
        var cacheControl: String? = "public, max-age=3600, must-revalidate"
        var ageSeconds: Int?
        var keys: [[String: String]] = []
        /// Replaces the keys.
        var body: String?
        var failure: (any Error)?
        /// Runs before a response.
        var pause: (@Sendable () async -> Void)?
    }

    let state: Mutex<State>
    private let ec = P256.Signing.PrivateKey()
    private let rsa: _RSA.Signing.PrivateKey

    init() throws {
        rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        var state = State()
        let point = Array(ec.publicKey.x963Representation)
        let primitives = try rsa.publicKey.getKeyPrimitives()
        state.keys = [
            [
                "kty": "EC", "kid": "ec", "use": "sig", "alg": "ES256", "crv": "P-256", "x": Base64URL.encode(point[1...32]),
                "y": Base64URL.encode(point[33...64]),
            ],
            [
                "kty": "RSA", "kid": "rsa", "use": "sig", "alg": "RS256", "n": Base64URL.encode(primitives.modulus),
                "e": Base64URL.encode(primitives.publicExponent),
            ],
        ]
        self.state = Mutex(state)
    }

    func edit(_ change: (inout sending State) -> Void) { state.withLock { change(&$0) } }
    var received: [String] { state.withLock { $0.received } }

    func get(_ url: String) async throws -> KeyDocument {
        let pause = state.withLock { state in
            state.received.append(url)
            return state.pause
        }
        await pause?()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            let body = try state.body.map { Array($0.utf8) } ?? Array(JSONEncoder().encode(["keys": state.keys]))
            return KeyDocument(status: state.status, cacheControl: state.cacheControl, ageSeconds: state.ageSeconds, body: body)
        }
    }

    func verifier(projectID: String = "default", leewaySeconds: Int = 60) throws -> TokenVerifier {
        try TokenVerifier(
            serverURL: Self.url, projectID: projectID, leewaySeconds: leewaySeconds, transport: self,
            now: { [self] in state.withLock { $0.now } })
    }

    // MARK: Tokens

    static let header: [String: any Sendable] = ["alg": "ES256", "kid": "ec", "typ": "JWT"]

    static var claims: [String: any Sendable] {
        let now = Int(now.timeIntervalSince1970)
        return [
            "iss": url + "/default", "aud": "default", "sub": "ada", "user_id": "ada", "iat": now - 10, "exp": now + 3590,
            "auth_time": now - 100, "email": "ada@example.org", "email_verified": true, "name": "Ada", "role": ["admin": true],
            "firebase": ["identities": ["email": ["ada@example.org"]], "sign_in_provider": "password"] as [String: any Sendable],
        ]
    }

    static func part(_ members: [String: any Sendable]) throws -> String {
        Base64URL.encode(try JSONSerialization.data(withJSONObject: members))
    }

    /// - Parameters: Changes; `nil` removes a member.
    func token(
        header changedHeader: [String: (any Sendable)?] = [:], claims changedClaims: [String: (any Sendable)?] = [:],
        with kid: String = "ec"
    ) throws -> String {
        var (header, claims) = (Self.header, Self.claims)
        if kid == "rsa" { header = header.merging(["alg": "RS256", "kid": "rsa"]) { $1 } }
        for (name, value) in changedHeader { header[name] = value }
        for (name, value) in changedClaims { claims[name] = value }
        return try sign(Self.part(header) + "." + Self.part(claims), with: kid)
    }

    func sign(_ text: String, with kid: String = "ec") throws -> String {
        let signed = Data(text.utf8)
        let signature =
            kid == "rsa"
            ? try rsa.signature(for: signed, padding: .insecurePKCS1v1_5).rawRepresentation
            : try ec.signature(for: signed).rawRepresentation
        return text + "." + Base64URL.encode(signature)
    }
}
