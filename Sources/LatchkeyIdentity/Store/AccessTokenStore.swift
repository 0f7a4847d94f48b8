public import LatchkeySecrets

/// Read access to the access tokens of service accounts.
public protocol AccessTokenReading {
    /// Returns a token, even if it has expired.
    func accessToken(_ id: Fingerprint) throws -> AccessToken?
}

/// Write access to the access tokens of service accounts.
public protocol AccessTokenWriting: AccessTokenReading {
    /// Inserts a token of an existing service account. It is deleted together with the account.
    func insert(_ token: AccessToken) throws
}
