import Foundation
import JWTKit
import LatchkeySecrets
import Synchronization

/// Signs and verifies ID tokens and tokens that are derived from them.
///
/// Scope of the keys: one node. They are read from the store at the start and after a change.
public final class TokenAuthority: Sendable {
    private let keys: Mutex<ActiveKeys>
    private let verified = VerifiedTokens()
    private let issuerOf: @Sendable (ProjectID) -> String
    private let cookieIssuerOf: @Sendable (ProjectID) -> String
    let now: WallClock

    /// The maximum length of a token. Longer texts are refused without parsing.
    package static let maxTokenBytes = 16_384
    /// The maximum time by which the clock of another signing server may be ahead.
    static let clockToleranceSeconds = 60.0
    /// The maximum time by which this server's clock may have been set back since it signed a token.
    static let ownClockToleranceSeconds = 300.0
    private static let algorithms: Set = [SigningKey.Algorithm.rs256.rawValue, SigningKey.Algorithm.es256.rawValue]

    /// - Parameters:
    ///   - issuer: The `iss` of a project's tokens: the public address and the project's id.
    ///   - cookieIssuer: The `iss` of its session cookies, which must differ; defaults to `issuer` with the suffix `/session`.
    ///   - publication: The time for which a new key is published before it signs, so that all nodes know it.
    public init(
        ring: KeyRing, issuer: @escaping @Sendable (ProjectID) -> String, cookieIssuer: (@Sendable (ProjectID) -> String)? = nil,
        publication: Duration = .zero, now: @escaping WallClock
    ) {
        keys = Mutex(ActiveKeys(ring, publication: publication))
        issuerOf = issuer
        cookieIssuerOf = cookieIssuer ?? { issuer($0) + "/session" }
        self.now = now
    }

    package var currentRing: KeyRing { keys.withLock { $0.ring } }

    func signer(of purpose: SigningKey.Purpose) throws -> TokenSigner {
        try keys.withLock { try $0.signer(of: purpose, at: .now) }
    }

    /// Whether tokens, including custom tokens, are neither signed nor verified: the emulator mode.
    package var isInsecureUnsigned: Bool { currentRing.isInsecureUnsigned }

    /// Replaces the keys, without interruption.
    package func replace(with new: KeyRing) {
        keys.withLock {
            // Whether tokens are signed is decided once, at the start.
            precondition($0.ring.isInsecureUnsigned == new.isInsecureUnsigned, "signing cannot be switched off or on")
            $0.replace(with: new, at: .now)
        }
    }

    /// Returns the published public keys of a kind of tokens as JSON text (RFC 7517).
    package func jwks(of purpose: SigningKey.Purpose) -> String {
        currentRing[purpose].jwks(at: now())
    }

    /// Returns the same keys as certificates by key id, in the form that Google publishes, as JSON text.
    package func certificates(of purpose: SigningKey.Purpose) -> String {
        currentRing[purpose].certificates(at: now())
    }

    package func issuer(of project: ProjectID) -> String {
        issuerOf(project)
    }

    package func cookieIssuer(of project: ProjectID) -> String {
        cookieIssuerOf(project)
    }

    package func idToken(for account: Account, in session: Session) throws -> String {
        var claims = IDTokenClaims(issuer: issuerOf(account.realm.project), account: account, session: session, at: now())
        claims.customClaimsNamePerson = isInsecureUnsigned
        return try signer(of: .idToken).token(claims)
    }

    /// Signs a token of another kind with the key of ID tokens. Its audience is not a project.
    func signed(_ claims: [(name: String, value: ClaimValue)]) throws -> String {
        try signer(of: .idToken).token(claims)
    }

    /// Returns the claims of a token that this server signed for a project and that has not expired.
    ///
    /// - Throws: ``SignInError`` with `INVALID_ID_TOKEN` or `TOKEN_EXPIRED`. ``Sessions`` checks whether the account and the session
    ///   still exist.
    package func claims(of token: String, for project: ProjectID) async throws -> IDTokenClaims {
        try await verified(token, of: .idToken, for: project, by: issuerOf(project))
    }

    /// Returns the claims of a mock user token, which a test program wrote itself, as `createMockUserToken` of Firebase's clients does. It
    /// has no session, and its times have no meaning. Only an emulator's databases accept it, as Firebase's do.
    ///
    /// - Returns: `nil` if the text is not such a token, and always if tokens are signed.
    package func mockUser(_ token: String) -> IDTokenClaims? {
        guard isInsecureUnsigned, token.utf8.count <= Self.maxTokenBytes,
            let claims = try? InsecureUnsignedToken.payload(of: token, as: IDTokenClaims.self),
            claims.firebase.session == nil, !claims.subject.rawValue.isEmpty
        else { return nil }
        return claims
    }

    /// Verifies a token. Keys and issuer distinguish the kinds of tokens.
    func verified(
        _ token: String, of purpose: SigningKey.Purpose, for project: ProjectID, by issuer: String
    ) async throws -> IDTokenClaims {
        guard token.utf8.count <= Self.maxTokenBytes else { throw SignInError(.invalidIDToken, cause: "longer than 16 KiB") }
        // As in Google's emulator, times, issuers and signatures are not checked: test programs write tokens once and reuse them.
        if isInsecureUnsigned { return try InsecureUnsignedToken.idToken(token) }
        let claims = try await signed(token, of: purpose)
        guard claims.audience == project.rawValue, claims.issuer == issuer, !claims.subject.rawValue.isEmpty else {
            throw SignInError(.invalidIDToken, cause: "for \(claims.audience) by \(claims.issuer)")
        }
        let instant = now()
        let latest = instant.addingTimeInterval(Self.ownClockToleranceSeconds)
        guard claims.issuedAt <= latest, claims.authenticatedAt <= latest else {
            throw SignInError(.invalidIDToken, cause: "issued in the future")
        }
        guard claims.expiresAt > instant else { throw SignInError(.tokenExpired) }
        return claims
    }

    /// Verifies that one of this server's keys for a kind of tokens signed a token, and returns its claims.
    private func signed(_ token: String, of purpose: SigningKey.Purpose) async throws -> IDTokenClaims {
        let fingerprint = Fingerprint(of: token)
        if let known = verified[fingerprint], currentRing[purpose].accepts(known.keyID, signingWith: known.algorithm, at: now()) {
            return known.claims
        }
        guard let header = CompactToken.header(of: token, among: Self.algorithms) else {
            throw SignInError(.invalidIDToken, cause: "no signed JWT")
        }
        do {
            // Without a key id, the collection would use a default key. This server's tokens always have one.
            guard case .string(let id)? = header.kid else { throw SignInError(.invalidIDToken, cause: "no key id") }
            let ring = currentRing[purpose]
            guard ring.accepts(id, signingWith: header.alg, at: now()) else {
                throw SignInError(.invalidIDToken, cause: "signed with a key that has ended")
            }
            let claims = try await ring.keys.verify(token, as: IDTokenClaims.self)
            verified.remember(.init(claims: claims, keyID: id, algorithm: header.alg), as: fingerprint)
            return claims
        } catch let error as SignInError {
            throw error
        } catch {
            throw SignInError(.invalidIDToken, cause: "\(error)")
        }
    }
}
