import JWTKit
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signs ID tokens and what is made from them, and reads those that it signed.
public final class TokenAuthority: Sendable {
    private let ring: Mutex<KeyRing>
    private let issuerOf: @Sendable (ProjectID) -> String
    private let cookieIssuerOf: @Sendable (ProjectID) -> String
    let now: WallClock

    /// Longer texts are refused unread.
    public static let maxTokenBytes = 16_384
    /// Tokens of a server whose clock runs ahead by no more than this are accepted.
    static let clockToleranceSeconds = 60.0
    private static let algorithms: Set = [SigningKey.Algorithm.rs256.rawValue, SigningKey.Algorithm.es256.rawValue]

    /// - Parameters:
    ///   - issuer: The `iss` of a project's tokens: the public address and the project's id.
    ///   - cookieIssuer: The `iss` of its session cookies, which has to be another; `/session` after the first one where absent.
    public init(
        ring: KeyRing, issuer: @escaping @Sendable (ProjectID) -> String, cookieIssuer: (@Sendable (ProjectID) -> String)? = nil,
        now: @escaping WallClock
    ) {
        self.ring = Mutex(ring)
        issuerOf = issuer
        cookieIssuerOf = cookieIssuer ?? { issuer($0) + "/session" }
        self.now = now
    }

    public var currentRing: KeyRing { ring.withLock { $0 } }

    /// Tokens are neither signed nor checked: the emulator's mode. Its custom tokens are not checked either.
    public var isInsecureUnsigned: Bool { currentRing.isInsecureUnsigned }

    /// Takes new keys into use, without a pause.
    public func replace(with new: KeyRing) {
        ring.withLock {
            // Whether tokens are signed is decided at the start, once.
            precondition($0.isInsecureUnsigned == new.isInsecureUnsigned, "signing cannot be switched off or on")
            $0 = new
        }
    }

    /// The public keys that verifiers may use now (RFC 7517), as JSON text.
    public func jwks() throws -> String {
        try currentRing.jwks(at: now())
    }

    /// The same keys as certificates by key id, as Google publishes them; JSON text.
    public func certificates() throws -> String {
        try currentRing.certificates(at: now())
    }

    public func issuer(of project: ProjectID) -> String {
        issuerOf(project)
    }

    public func cookieIssuer(of project: ProjectID) -> String {
        cookieIssuerOf(project)
    }

    /// An ID token for a session.
    public func idToken(for account: Account, in session: Session) throws -> String {
        var claims = IDTokenClaims(issuer: issuerOf(account.realm.project), account: account, session: session, at: now())
        claims.customClaimsNamePerson = isInsecureUnsigned
        return try currentRing.signer.token(claims)
    }

    /// A token of another kind, whose audience is no project.
    func signed(_ claims: [(name: String, value: ClaimValue)]) throws -> String {
        try currentRing.signer.token(claims)
    }

    /// The claims of a token that this server signed for a project and that has not expired.
    ///
    /// - Throws: ``SignInError`` with `INVALID_ID_TOKEN` or `TOKEN_EXPIRED`. Whether the account still exists and accepts the token
    ///   is for ``Sessions`` to say.
    public func claims(of token: String, for project: ProjectID) async throws -> IDTokenClaims {
        try await verified(token, for: project, by: issuerOf(project))
    }

    /// What a token says that a test program wrote for a user of its own making, as `createMockUserToken` of Firebase's clients does: it
    /// has no session, and its times mean nothing. An emulator's databases believe it, as Firebase's does, and nothing else should.
    ///
    /// - Returns: nil for what is no such token, and wherever tokens are signed.
    public func mockUser(_ token: String) -> IDTokenClaims? {
        guard isInsecureUnsigned, token.utf8.count <= Self.maxTokenBytes,
            let claims = try? InsecureUnsignedToken.payload(of: token, as: IDTokenClaims.self),
            claims.firebase.session == nil, !claims.subject.rawValue.isEmpty
        else { return nil }
        return claims
    }

    /// The issuer tells the kinds of tokens apart: one key signs them all.
    func verified(_ token: String, for project: ProjectID, by issuer: String) async throws -> IDTokenClaims {
        guard token.utf8.count <= Self.maxTokenBytes else { throw SignInError(.invalidIDToken, cause: "longer than 16 KiB") }
        // As in Google's emulator, times, issuers and signatures are not checked: test programs write tokens once and keep them.
        if isInsecureUnsigned { return try InsecureUnsignedToken.idToken(token) }
        let claims = try await signed(token)
        guard claims.audience == project.rawValue, claims.issuer == issuer, !claims.subject.rawValue.isEmpty else {
            throw SignInError(.invalidIDToken, cause: "for \(claims.audience) by \(claims.issuer)")
        }
        let instant = now()
        let latest = instant.addingTimeInterval(Self.clockToleranceSeconds)
        guard claims.issuedAt <= latest, claims.authenticatedAt <= latest else {
            throw SignInError(.invalidIDToken, cause: "issued in the future")
        }
        guard claims.expiresAt > instant else { throw SignInError(.tokenExpired) }
        return claims
    }

    /// What a token says that one of our keys signed.
    private func signed(_ token: String) async throws -> IDTokenClaims {
        guard let algorithm = CompactToken.algorithm(of: token, among: Self.algorithms) else {
            throw SignInError(.invalidIDToken, cause: "no signed JWT")
        }
        do {
            // Without a key id the collection would fall back to a default key; ours always carry one.
            let header = try DefaultJWTParser().parse(Array(token.utf8), as: IDTokenClaims.self).header
            guard let id = header.kid else { throw SignInError(.invalidIDToken, cause: "no key id") }
            let ring = currentRing
            guard ring.accepts(id, signingWith: algorithm, at: now()) else {
                throw SignInError(.invalidIDToken, cause: "signed with a key that has ended")
            }
            return try await ring.keys.verify(token, as: IDTokenClaims.self)
        } catch let error as SignInError {
            throw error
        } catch {
            throw SignInError(.invalidIDToken, cause: "\(error)")
        }
    }
}
