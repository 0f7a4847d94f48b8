/// The request body of `accounts:signInWithIdp`: a credential of an identity provider, or the result of a web flow.
public struct SignInWithIdpRequest: Codable, Equatable, Sendable {
    /// `http://localhost` for a credential, otherwise the complete callback URL of the web flow.
    public var requestUri: String?
    /// The credential and the `providerId` as form pairs; some clients do not percent-encode them.
    public var postBody: String?
    /// The raw session ID of the web flow. The handler received its SHA-256 hash.
    public var sessionId: String?
    /// A pending credential from an earlier response.
    public var pendingToken: String?
    /// The ID token of the account to which the identity is linked.
    public var idToken: String?
    /// `false` for a reauthentication, so that an unknown identity does not create an account.
    public var autoCreate: Bool?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// Whether to respond to two conflicts with `errorMessage` and the credential.
    public var returnIdpCredential: Bool?
    /// Whether to return the provider's refresh token.
    public var returnRefreshToken: Bool?
    /// An obsolete way to link accounts in Firebase.
    public var pendingIdToken: String?
    /// The tenant ID.
    public var tenantId: String?
    /// Sent by Google's libraries; ignored.
    public var delegatedProjectNumber: String?

    package init(
        requestUri: String? = nil, postBody: String? = nil, sessionId: String? = nil, pendingToken: String? = nil,
        returnSecureToken: Bool? = nil, returnIdpCredential: Bool? = nil
    ) {
        self.requestUri = requestUri
        self.postBody = postBody
        self.sessionId = sessionId
        self.pendingToken = pendingToken
        self.returnSecureToken = returnSecureToken
        self.returnIdpCredential = returnIdpCredential
    }
}

/// The response of `accounts:signInWithIdp`.
///
/// Clients check whether `needConfirmation`, `errorMessage` and `mfaPendingCredential` are present, and not their values. So absent members
/// are omitted, and `needConfirmation` is `true` or absent.
public struct SignInWithIdpReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String?
    /// The identity at the provider, as the raw ID.
    public var federatedId: String?
    /// The provider, for example `twitter.com`; clients require it.
    public var providerId: String?
    /// The uid; absent with `errorMessage`, present with `needConfirmation`.
    public var localId: String?
    /// The email address from the provider.
    public var email: String?
    /// Whether the email address is verified.
    public var emailVerified: Bool?
    /// `true` if another identity of this provider had the verified email address; otherwise absent.
    public var emailRecycled: Bool? {
        didSet { if emailRecycled == false { emailRecycled = nil } }
    }
    /// The display name.
    public var displayName: String?
    /// The full name of the user.
    public var fullName: String?
    /// The given name of the user.
    public var firstName: String?
    /// The family name of the user.
    public var lastName: String?
    /// The nickname of the user.
    public var nickName: String?
    /// The user name at the provider (Twitter's screen name, GitHub's login), in the member that the JavaScript client reads.
    public var screenName: String?
    /// The same name, in the member that the Apple client reads.
    public var username: String?
    /// The URL of the photo.
    public var photoUrl: String?
    /// The user's language.
    public var language: String?
    /// The user's time zone.
    public var timeZone: String?
    /// The user's date of birth.
    public var dateOfBirth: String?
    /// The provider's profile as JSON text.
    public var rawUserInfo: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The lifetime of the ID token in seconds, as decimal text.
    public var expiresIn: String?
    /// `true` if this sign-in created the account; otherwise absent.
    public var isNewUser: Bool? {
        didSet { if isNewUser == false { isNewUser = nil } }
    }
    /// The provider's access token.
    public var oauthAccessToken: String?
    /// The secret of an OAuth 1.0a access token.
    public var oauthTokenSecret: String?
    /// The provider's ID token.
    public var oauthIdToken: String?
    /// The lifetime of the provider's access token in seconds.
    public var oauthExpireIn: Int?
    /// The provider's refresh token, if it was requested.
    public var oauthRefreshToken: String?
    /// A code of the provider for the server of the app.
    public var oauthAuthorizationCode: String?
    /// The pending credential, which is stored on the server for a later request.
    public var pendingToken: String?
    /// `true` if another account has the email address, and the user must sign in to it first; otherwise absent.
    public var needConfirmation: Bool? {
        didSet { if needConfirmation == false { needConfirmation = nil } }
    }
    /// The identity providers of the other account, with `needConfirmation`.
    public var verifiedProvider: [String]?
    /// The email address of the account, if it differs.
    public var originalEmail: String?
    /// The email address that the user entered.
    public var inputEmail: String?
    /// `true` if an email address is required and the provider did not return one; otherwise absent.
    public var needEmail: Bool? {
        didSet { if needEmail == false { needEmail = nil } }
    }
    /// The context from the request.
    public var context: String?
    /// The tenant of the account.
    public var tenantId: String?
    /// The pending credential for a sign-in with a second factor, in place of the tokens.
    public var mfaPendingCredential: String?
    /// The available second factors.
    public var mfaInfo: [MfaEnrollment]?
    /// `FEDERATED_USER_ID_ALREADY_LINKED` or `EMAIL_EXISTS`, if the request set `returnIdpCredential`.
    public var errorMessage: String?
    /// The raw nonce, from which the JavaScript client rebuilds a credential.
    public var nonce: String?

    package init(
        kind: String? = "identitytoolkit#VerifyAssertionResponse", federatedId: String? = nil,
        providerId: String? = nil, localId: String? = nil, email: String? = nil, emailVerified: Bool? = nil,
        emailRecycled: Bool? = nil, displayName: String? = nil, fullName: String? = nil, firstName: String? = nil,
        lastName: String? = nil, nickName: String? = nil, screenName: String? = nil, username: String? = nil,
        photoUrl: String? = nil, language: String? = nil, timeZone: String? = nil, dateOfBirth: String? = nil,
        rawUserInfo: String? = nil, idToken: String? = nil, refreshToken: String? = nil, expiresIn: String? = nil,
        isNewUser: Bool? = nil, oauthAccessToken: String? = nil, oauthTokenSecret: String? = nil,
        oauthIdToken: String? = nil, oauthExpireIn: Int? = nil, oauthRefreshToken: String? = nil,
        oauthAuthorizationCode: String? = nil, pendingToken: String? = nil, needConfirmation: Bool? = nil,
        verifiedProvider: [String]? = nil, originalEmail: String? = nil, inputEmail: String? = nil,
        needEmail: Bool? = nil, context: String? = nil, tenantId: String? = nil,
        mfaPendingCredential: String? = nil, mfaInfo: [MfaEnrollment]? = nil, errorMessage: String? = nil,
        nonce: String? = nil
    ) {
        self.kind = kind
        self.federatedId = federatedId
        self.providerId = providerId
        self.localId = localId
        self.email = email
        self.emailVerified = emailVerified
        self.emailRecycled = emailRecycled == true ? true : nil
        self.displayName = displayName
        self.fullName = fullName
        self.firstName = firstName
        self.lastName = lastName
        self.nickName = nickName
        self.screenName = screenName
        self.username = username
        self.photoUrl = photoUrl
        self.language = language
        self.timeZone = timeZone
        self.dateOfBirth = dateOfBirth
        self.rawUserInfo = rawUserInfo
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.isNewUser = isNewUser == true ? true : nil
        self.oauthAccessToken = oauthAccessToken
        self.oauthTokenSecret = oauthTokenSecret
        self.oauthIdToken = oauthIdToken
        self.oauthExpireIn = oauthExpireIn
        self.oauthRefreshToken = oauthRefreshToken
        self.oauthAuthorizationCode = oauthAuthorizationCode
        self.pendingToken = pendingToken
        self.needConfirmation = needConfirmation == true ? true : nil
        self.verifiedProvider = verifiedProvider
        self.originalEmail = originalEmail
        self.inputEmail = inputEmail
        self.needEmail = needEmail == true ? true : nil
        self.context = context
        self.tenantId = tenantId
        self.mfaPendingCredential = mfaPendingCredential
        self.mfaInfo = mfaInfo
        self.errorMessage = errorMessage
        self.nonce = nonce
    }
}
