#if !(Server || Verifier)
#error("LatchkeyVerifier is behind a trait: add traits: [\"Verifier\"] to the dependency on latchkey.")
#endif

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Checks the ID tokens and session cookies of a Latchkey server, for back ends that people sign in to.
///
/// ```swift
/// let verifier = try TokenVerifier(serverURL: "https://auth.example.com", projectID: "default")
/// let token = try await verifier.verify(idToken: text)
/// print(token.uid)
/// ```
///
/// Make one and keep it: it remembers the server's keys. Nothing is asked of the server for a token, so that a token counts until it
/// ends, an hour at most, even if the account was disabled or its sessions were ended meanwhile. Where that matters, look the account up
/// with the administrators' call `accounts:lookup` and compare ``VerifiedToken/authenticatedAt`` with its `validSince`.
public struct TokenVerifier: Sendable {
    /// The `iss` of the project's ID tokens.
    public let issuer: String
    /// The `iss` of its session cookies.
    public let cookieIssuer: String
    /// The `aud` of both.
    public let projectID: String

    private let tokenKeys: KeySource
    private let cookieKeys: KeySource
    private let leewaySeconds: Double
    private let now: @Sendable () -> Date

    /// Longer texts are refused unread.
    public static let maxTokenBytes = 16_384
    /// As Firebase's uids.
    public static let maxSubjectCharacters = 128
    /// How far the clocks of two machines may be apart.
    public static let maxLeewaySeconds = 300

    /// - Parameters:
    ///   - serverURL: The server's public address as it stands in its tokens, for example `https://auth.example.com`.
    ///   - keysURL: Where the server is reached from here, if not at its public address.
    ///   - leewaySeconds: How far this machine's clock may be behind or ahead of the server's, 0 to 300.
    ///   - insecureHTTP: Fetches keys without TLS from another machine. Whoever is on the way can then forge every token.
    ///   - transport: Fetches the keys; the platform's own HTTP client unless another one is given.
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

    /// Checks an ID token, as clients send it in `Authorization: Bearer ...`.
    ///
    /// - Throws: ``TokenVerificationError``.
    public func verify(idToken: String) async throws -> VerifiedToken {
        try await verify(idToken, by: issuer, keys: tokenKeys)
    }

    /// Checks a session cookie, as `createSessionCookie` made it.
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
            throw TokenVerificationError(.wrongAudience, "“aud” is not the project \(projectID): the token is for another one.")
        }
        guard case .string(let subject)? = claims["sub"], (1...Self.maxSubjectCharacters).contains(subject.unicodeScalars.count) else {
            throw TokenVerificationError(.invalidSubject, "“sub” has to have 1 to \(Self.maxSubjectCharacters) characters.")
        }
        let (expiry, issued, authenticated) = (try claims.instant("exp"), try claims.instant("iat"), try claims.instant("auth_time"))
        let instant = now()
        let latest = instant.addingTimeInterval(leewaySeconds)
        guard expiry.addingTimeInterval(leewaySeconds) > instant else {
            throw TokenVerificationError(.expired, "The token has expired; the client asks for a fresh one and tries again.")
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
    /// - Throws: ``TokenVerificationError`` with ``TokenVerificationError/Code/missingClaim``.
    fileprivate func instant(_ name: String) throws -> Date {
        guard let seconds = self[name]?.number, seconds.isFinite, seconds >= 0 else {
            throw TokenVerificationError(.missingClaim, "“\(name)” has to be a number of seconds.")
        }
        return Date(timeIntervalSince1970: seconds)
    }
}
