package import Foundation
package import LatchkeySecrets

/// The access of a program that may administer a project.
package struct AdministratorAccess: Sendable {
    package let project: Project
    /// The service account's address, for the audit log.
    package let actor: String
    /// The time at which the access ends; `nil` for access that does not expire.
    package let expiresAt: Date?

    package init(project: Project, actor: String, expiresAt: Date? = nil) {
        self.project = project
        self.actor = actor
        self.expiresAt = expiresAt
    }
}

/// Issues access tokens to service accounts, and resolves tokens to their service account.
package struct ServiceAccountGrant: Sendable {
    let store: any AccountStore
    let now: WallClock
    let random: RandomTokens

    /// The audience that Google's Python library always uses. It is safe to accept, because only this server's service accounts verify.
    static let googleTokenURI = "https://oauth2.googleapis.com/token"
    /// The prefix of access tokens, by which secret scanners recognize a leaked one.
    static let prefix = "lka_"
    private static let maxTokenBytes = prefix.utf8.count + 43

    package init(store: any AccountStore, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.now = now
        self.random = random
    }

    /// Exchanges a signed assertion for an access token.
    ///
    /// - Parameter tokenURI: The URL of this server's token endpoint, which the assertion's `aud` has to name.
    /// - Throws: ``GrantError``.
    package func accessToken(for assertion: String, tokenURI: String) async throws -> Secret<String> {
        let issuer = try ServiceAccountAssertion.unverified(assertion).issuer ?? ""
        guard let account = try await store.read({ try $0.serviceAccount(issuer) }), account.revokedAt == nil else {
            throw GrantError(.invalidGrant, "There is no service account “\(issuer.prefix(200))”, or it was revoked.")
        }
        let claims = try await ServiceAccountAssertion.verified(assertion, by: account)
        guard claims.audience == tokenURI || claims.audience == Self.googleTokenURI else {
            throw GrantError(.invalidGrant, "“aud” must be \(tokenURI).")
        }
        let instant = now()
        let seconds = instant.timeIntervalSince1970
        guard let issuedAt = claims.issuedAt, let expiresAt = claims.expiresAt,
            max(issuedAt, claims.notBefore ?? issuedAt) <= seconds + TokenAuthority.clockToleranceSeconds, expiresAt > seconds,
            expiresAt <= issuedAt + ServiceAccountAssertion.maxLifetimeSeconds
        else {
            throw GrantError(.invalidGrant, "“iat” (and “nbf”) must be in the past, and “exp” in the future, at most one hour after “iat”.")
        }
        let scopes = Set((claims.scope ?? "").split(separator: " ").map { AccessScope(rawValue: String($0)) })
            .intersection(AccessScope.known)
        guard !scopes.isEmpty else {
            let known = AccessScope.known.map(\.rawValue).sorted()
            throw GrantError(.invalidScope, "“scope” must contain one of \(known.joined(separator: ", ")).")
        }
        let token = Self.prefix + random.token()
        let issued = AccessToken(
            id: Fingerprint(of: token), serviceAccount: account.email, scopes: scopes,
            expiresAt: instant.inWholeMilliseconds.addingTimeInterval(Double(AccessToken.lifetimeSeconds)))
        try await store.write { transaction in
            try transaction.removeExpired(at: instant)
            // The service account may have been revoked while the signature was checked.
            guard try transaction.serviceAccount(account.email)?.revokedAt == nil else {
                throw GrantError(.invalidGrant, "The service account was revoked.")
            }
            try transaction.insert(issued)
        }
        return Secret(token)
    }

    /// Whether a text has the form of an access token.
    package static func isFormOfToken(_ text: String) -> Bool {
        text.utf8.count == maxTokenBytes && text.hasPrefix(prefix)
    }

    /// Returns the access that a token grants.
    ///
    /// - Parameter area: The area that the token has to open.
    /// - Returns: `nil` if the token is unknown or expired, does not cover the area, or if its service account was revoked.
    package func access(by token: String, opening area: AdministeredArea) async throws -> AdministratorAccess? {
        guard Self.isFormOfToken(token) else { return nil }
        let id = Fingerprint(of: token)
        let instant = now()
        return try await store.read { view in
            guard let found = try view.accessToken(id), found.expiresAt > instant,
                !found.scopes.isDisjoint(with: area.scopes), let account = try view.serviceAccount(found.serviceAccount),
                account.revokedAt == nil,
                let project = try view.project(account.project)
            else {
                return nil
            }
            return AdministratorAccess(project: project, actor: account.email, expiresAt: found.expiresAt)
        }
    }
}
