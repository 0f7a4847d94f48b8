/// The body of `accounts:signInWithPhoneNumber`.
public struct SignInWithPhoneNumberRequest: Codable, Equatable, Sendable {
    /// The answer of `accounts:sendVerificationCode`.
    public var sessionInfo: String?
    /// The code that arrived at the telephone.
    public var code: String?
    /// The number of a temporary proof.
    public var phoneNumber: String?
    /// Shows that the number was proved a while ago.
    public var temporaryProof: String?
    /// The session whose account gets the number.
    public var idToken: String?
    /// `SIGN_UP_OR_IN`, `REAUTH`, `UPDATE` or `LINK`.
    public var operation: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        sessionInfo: String? = nil, code: String? = nil, phoneNumber: String? = nil, temporaryProof: String? = nil, idToken: String? = nil,
        operation: String? = nil, tenantId: String? = nil
    ) {
        self.sessionInfo = sessionInfo
        self.code = code
        self.phoneNumber = phoneNumber
        self.temporaryProof = temporaryProof
        self.idToken = idToken
        self.operation = operation
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:signInWithPhoneNumber`.
public struct SignInWithPhoneNumberReply: Codable, Equatable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?
    /// The uid.
    public var localId: String?
    /// Whether the account was made by this call.
    public var isNewUser: Bool?
    /// The number that was proved.
    public var phoneNumber: String?
    /// In place of tokens: the number belongs to another account, and this signs in to it.
    public var temporaryProof: String?
    /// For how many seconds the proof is good, as decimal text.
    public var temporaryProofExpiresIn: String?
    /// In place of tokens: a second factor is due.
    public var mfaPendingCredential: String?
    /// The second factors of the account.
    public var mfaInfo: [MfaEnrollment]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
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
