/// The request body of `accounts/mfaRecoveryCodes:renew`; not part of Firebase.
public struct MfaRecoveryCodesRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(idToken: String? = nil) {
        self.idToken = idToken
    }
}

/// The response of `accounts/mfaRecoveryCodes:renew`. The codes cannot be read again.
public struct MfaRecoveryCodesReply: Codable, Equatable, Sendable {
    /// The codes, each valid for one sign-in.
    public var recoveryCodes: [String]?

    package init(recoveryCodes: [String]? = nil) {
        self.recoveryCodes = recoveryCodes
    }
}
