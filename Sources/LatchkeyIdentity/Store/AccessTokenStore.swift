public import LatchkeySecrets

public protocol AccessTokenReading {
    /// Whether or not its time is over.
    func accessToken(_ id: Fingerprint) throws -> AccessToken?
}

public protocol AccessTokenWriting: AccessTokenReading {
    /// Adds a token of a service account that exists; it goes with the account.
    func insert(_ token: AccessToken) throws
}
