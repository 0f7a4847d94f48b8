#if !(Server || Verifier)
#error("LatchkeyVerifier is behind a trait: add traits: [\"Verifier\"] to the dependency on latchkey.")
#endif

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A verifier for the ID tokens and session cookies of a Latchkey server, for your own back end.
///
/// ```swift
/// let verifier = try TokenVerifier(serverURL: "https://auth.example.com", projectID: "default")
/// let token = try await verifier.verify(idToken: text)
/// print(token.uid)
/// ```
///
/// Create one verifier and keep it, because it caches the server's keys. No request is sent to the server per token. A token therefore
/// stays valid until it expires, after one hour at most, even if the account is disabled or its sessions are revoked in the
/// meantime. Where that matters, look the account up with the admin call `accounts:lookup`, and compare
/// ``VerifiedToken/authenticatedAt`` with its `validSince`.
public struct TokenVerifier: Sendable {
    /// The expected issuer (`iss`) of ID tokens.
    public let issuer: String
    /// The expected issuer (`iss`) of session cookies.
    public let cookieIssuer: String
    /// The project id, which is the expected audience (`aud`) of both.
    public let projectID: String

    private let tokenKeys: KeySource
    private let cookieKeys: KeySource
    private let leewaySeconds: Double
    private let now: @Sendable () -> Date

    /// The maximum length of a token, in bytes. Longer tokens are rejected without being decoded.
    public static let maxTokenBytes = 16_384
    /// The maximum length of a subject, in characters, the same as for Firebase uids.
    public static let maxSubjectCharacters = 128
    /// The maximum of `leewaySeconds`, in seconds.
    public static let maxLeewaySeconds = 300

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - serverURL: The server's public URL as it appears in its tokens, for example `https://auth.example.com`.
    ///   - projectID: The project id, which must not be empty or contain a slash.
    ///   - keysURL: The URL to fetch the keys from, if this machine cannot reach the server at its public URL.
    ///   - leewaySeconds: The allowed clock difference between this machine and the server, 0 to 300 seconds.
    ///   - insecureHTTP: Allows fetching keys from another machine without TLS. An attacker on the network path can then forge any token.
    ///   - transport: The transport that fetches the keys; the platform's HTTP client by default.
    ///   - now: The clock.
    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/misconfigured``.
    public init(
        serverURL: String, projectID: String, keysURL: String? = nil, leewaySeconds: Int = 60, insecureHTTP: Bool = false,
        transport: any KeyTransport = PlatformKeyTransport(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        guard !projectID.isEmpty, !projectID.contains("/") else {
            throw TokenVerificationError(.misconfigured, "projectID is empty or has a slash.")
        }
        guard (0...Self.maxLeewaySeconds).contains(leewaySeconds) else {
            throw TokenVerificationError(.misconfigured, "leewaySeconds is 0 to \(Self.maxLeewaySeconds).")
        }
        let server = try ServerAddress(serverURL, mayBeInsecure: insecureHTTP || keysURL != nil)
        let keys = try keysURL.map { try ServerAddress($0, mayBeInsecure: insecureHTTP) } ?? server
        issuer = server.text + "/" + projectID
        cookieIssuer = issuer + "/session"
        self.projectID = projectID
        self.leewaySeconds = Double(leewaySeconds)
        self.now = now
        tokenKeys = KeySource(url: keys.text + "/.well-known/jwks.json", transport: transport, now: now)
        cookieKeys = KeySource(url: keys.text + "/v1/sessionCookiePublicKeys", transport: transport, now: now)
    }

    /// Verifies an ID token, as clients send it in `Authorization: Bearer ...`.
    ///
    /// - Throws: ``TokenVerificationError``.
    public func verify(idToken: String) async throws -> VerifiedToken {
        try await verify(idToken, by: issuer, keys: tokenKeys)
    }

    /// Verifies a session cookie, as created by `createSessionCookie`.
    ///
    /// - Throws: ``TokenVerificationError``.
    public func verify(sessionCookie: String) async throws -> VerifiedToken {
        try await verify(sessionCookie, by: cookieIssuer, keys: cookieKeys)
    }

    private func verify(_ text: String, by issuer: String, keys: KeySource) async throws -> VerifiedToken {
        let token = try SignedToken(text)
        let key = try await keys.key(token.keyID)
        try await key.verify(token)
        let claims = try token.claims()
        try check(claims, by: issuer)
        return try VerifiedToken(claims)
    }

    private func check(_ claims: [String: TokenClaim], by issuer: String) throws {
        guard case .string(let given)? = claims["iss"], given.utf8.elementsEqual(issuer.utf8) else {
            throw TokenVerificationError(.wrongIssuer, wrongIssuer(claims["iss"], expected: issuer))
        }
        guard case .string(let audience)? = claims["aud"], audience.utf8.elementsEqual(projectID.utf8) else {
            throw TokenVerificationError(.wrongAudience, "“aud” is not the project \(projectID).")
        }
        guard case .string(let subject)? = claims["sub"], (1...Self.maxSubjectCharacters).contains(subject.unicodeScalars.count) else {
            throw TokenVerificationError(.invalidSubject, "“sub” must have 1 to \(Self.maxSubjectCharacters) characters.")
        }
        let (expiry, issued, authenticated) = (try claims.instant("exp"), try claims.instant("iat"), try claims.instant("auth_time"))
        let instant = now()
        let latest = instant.addingTimeInterval(leewaySeconds)
        guard expiry.addingTimeInterval(leewaySeconds) > instant else {
            throw TokenVerificationError(.expired, "The token has expired. The client must refresh it and try again.")
        }
        guard issued <= latest else {
            throw TokenVerificationError(.issuedInTheFuture, "“iat” lies in the future: one of the two clocks is wrong.")
        }
        guard authenticated <= latest else {
            throw TokenVerificationError(.authenticatedInTheFuture, "“auth_time” lies in the future: one of the two clocks is wrong.")
        }
    }

    private func wrongIssuer(_ given: TokenClaim?, expected: String) -> String {
        switch given {
        case .string(cookieIssuer)?: "This is a session cookie, not an ID token; verify(sessionCookie:) takes it."
        case .string(issuer)?: "This is an ID token, not a session cookie; verify(idToken:) takes it."
        default: "“iss” is not \(expected)."
        }
    }
}

extension [String: TokenClaim] {
    /// Returns a claim as a date.
    ///
    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/missingClaim``.
    fileprivate func instant(_ name: String) throws -> Date {
        guard let seconds = self[name]?.number, seconds.isFinite, seconds >= 0 else {
            throw TokenVerificationError(.missingClaim, "“\(name)” must be a number of seconds.")
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
