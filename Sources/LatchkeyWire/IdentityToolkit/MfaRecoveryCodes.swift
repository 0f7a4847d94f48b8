/// The body of `accounts/mfaRecoveryCodes:renew`; not part of Firebase.
public struct MfaRecoveryCodesRequest: Codable, Equatable, Sendable {
    /// The session of the account.
    public var idToken: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.tenantId = tenantId
    }
}

/// The answer to `accounts/mfaRecoveryCodes:renew`: the only time that the codes can be read.
public struct MfaRecoveryCodesReply: Codable, Equatable, Sendable {
    /// Each good for one sign-in.
    public var recoveryCodes: [String]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        recoveryCodes: [String]? = nil
    ) {
        self.recoveryCodes = recoveryCodes
    }
}
