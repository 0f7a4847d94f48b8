/// The request body of `accounts:signInWithPhoneNumber`.
public struct SignInWithPhoneNumberRequest: Codable, Equatable, Sendable {
    /// The session from `accounts:sendVerificationCode`.
    public var sessionInfo: String?
    /// The code from the text message.
    public var code: String?
    /// The phone number of a temporary proof.
    public var phoneNumber: String?
    /// The temporary proof from an earlier verification of the number.
    public var temporaryProof: String?
    /// The ID token of the account to which the number is added.
    public var idToken: String?
    /// `SIGN_UP_OR_IN`, `REAUTH`, `UPDATE` or `LINK`.
    public var operation: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(idToken: String? = nil, operation: String? = nil, tenantId: String? = nil) {
        self.idToken = idToken
        self.operation = operation
        self.tenantId = tenantId
    }
}

/// The response of `accounts:signInWithPhoneNumber`.
public struct SignInWithPhoneNumberReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?
    /// The uid.
    public var localId: String?
    /// Whether this call created the account.
    public var isNewUser: Bool?
    /// The verified phone number.
    public var phoneNumber: String?
    /// A temporary proof in place of tokens: the number belongs to another account, and the proof signs in to it.
    public var temporaryProof: String?
    /// The lifetime of the temporary proof in seconds, as decimal text.
    public var temporaryProofExpiresIn: String?
    /// The pending credential in place of tokens, if a second factor is required.
    public var mfaPendingCredential: String?
    /// The second factors of the account.
    public var mfaInfo: [MfaEnrollment]?

    package init(
        idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil, localId: String? = nil, isNewUser: Bool? = nil,
        phoneNumber: String? = nil, temporaryProof: String? = nil, temporaryProofExpiresIn: String? = nil,
        mfaPendingCredential: String? = nil, mfaInfo: [MfaEnrollment]? = nil
    ) {
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.localId = localId
        self.isNewUser = isNewUser
        self.phoneNumber = phoneNumber
        self.temporaryProof = temporaryProof
        self.temporaryProofExpiresIn = temporaryProofExpiresIn
        self.mfaPendingCredential = mfaPendingCredential
        self.mfaInfo = mfaInfo
    }
}
