/// The request body of `accounts/mfaRecoveryCodes:renew`; not part of Firebase.
public struct MfaRecoveryCodesRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The tenant ID.
    public var tenantId: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        idToken: String? = nil, tenantId: String? = nil
    ) {
        self.idToken = idToken
        self.tenantId = tenantId
    }
}

/// The response of `accounts/mfaRecoveryCodes:renew`. The codes cannot be read again.
public struct MfaRecoveryCodesReply: Codable, Equatable, Sendable {
    /// The codes, each valid for one sign-in.
    public var recoveryCodes: [String]?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        recoveryCodes: [String]? = nil
    ) {
        self.recoveryCodes = recoveryCodes
    }
}
