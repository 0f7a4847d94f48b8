/// The body of `accounts:signInWithIdp`: a credential of an identity provider, or the outcome of a web flow.
public struct SignInWithIdpRequest: Codable, Equatable, Sendable {
    /// `http://localhost` for a credential, else the whole address with which the web flow came back.
    public var requestUri: String?
    /// The credential and the `providerId` as form pairs; some clients do not percent-encode them.
    public var postBody: String?
    /// The raw session id of the web flow, whose SHA-256 the handler was given.
    public var sessionId: String?
    /// A credential that an earlier answer left with the server.
    public var pendingToken: String?
    /// The session to which the identity is to be linked.
    public var idToken: String?
    /// False in a reauthentication: an unknown identity then makes no account.
    public var autoCreate: Bool?
    /// Clients always send true.
    public var returnSecureToken: Bool?
    /// True turns two conflicts into an answer with `errorMessage` and the credential.
    public var returnIdpCredential: Bool?
    /// Asks for the provider's own refresh token.
    public var returnRefreshToken: Bool?
    /// A form of linking that Firebase gave up.
    public var pendingIdToken: String?
    /// The tenant of the project.
    public var tenantId: String?
    /// Sent by Google's own programs; not used.
    public var delegatedProjectNumber: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        requestUri: String? = nil, postBody: String? = nil, sessionId: String? = nil, pendingToken: String? = nil,
        idToken: String? = nil, autoCreate: Bool? = nil, returnSecureToken: Bool? = nil,
        returnIdpCredential: Bool? = nil, returnRefreshToken: Bool? = nil, pendingIdToken: String? = nil,
        tenantId: String? = nil, delegatedProjectNumber: String? = nil
    ) {
        self.requestUri = requestUri
        self.postBody = postBody
        self.sessionId = sessionId
        self.pendingToken = pendingToken
        self.idToken = idToken
        self.autoCreate = autoCreate
        self.returnSecureToken = returnSecureToken
        self.returnIdpCredential = returnIdpCredential
        self.returnRefreshToken = returnRefreshToken
        self.pendingIdToken = pendingIdToken
        self.tenantId = tenantId
        self.delegatedProjectNumber = delegatedProjectNumber
    }
}

/// The answer to `accounts:signInWithIdp`.
///
/// Clients test whether `needConfirmation`, `errorMessage` and `mfaPendingCredential` are there, not what they say: absent
/// members are left out, and `needConfirmation` is true or absent.
public struct SignInWithIdpReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The identity at the provider; its raw id here.
    public var federatedId: String?
    /// The provider, for example `twitter.com`; clients require it.
    public var providerId: String?
    /// The uid; absent with `errorMessage`, present with `needConfirmation`.
    public var localId: String?
    /// The address that the provider told.
    public var email: String?
    /// Whether the address counts as verified.
    public var emailVerified: Bool?
    /// True or absent: the verified address was known under another identity of this provider.
    public var emailRecycled: Bool? {
        didSet { if emailRecycled == false { emailRecycled = nil } }
    }
    /// The name to show.
    public var displayName: String?
    /// The person's whole name.
    public var fullName: String?
    /// The person's given name.
    public var firstName: String?
    /// The person's family name.
    public var lastName: String?
    /// The person's nickname.
    public var nickName: String?
    /// The name at the provider (Twitter's screen name, GitHub's login), where the JavaScript client looks.
    public var screenName: String?
    /// The same name where Apple's client looks.
    public var username: String?
    /// The picture to show.
    public var photoUrl: String?
    /// The person's language.
    public var language: String?
    /// The person's time zone.
    public var timeZone: String?
    /// The person's date of birth.
    public var dateOfBirth: String?
    /// The provider's profile as JSON text.
    public var rawUserInfo: String?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// For how many seconds the ID token is good, as decimal text.
    public var expiresIn: String?
    /// True or absent: this sign-in made the account.
    public var isNewUser: Bool? {
        didSet { if isNewUser == false { isNewUser = nil } }
    }
    /// The provider's access token.
    public var oauthAccessToken: String?
    /// The secret of an OAuth 1.0a access token.
    public var oauthTokenSecret: String?
    /// The provider's ID token.
    public var oauthIdToken: String?
    /// For how many seconds the provider's access token is good.
    public var oauthExpireIn: Int?
    /// The provider's refresh token, where it was asked for.
    public var oauthRefreshToken: String?
    /// A code of the provider for the app's own server.
    public var oauthAuthorizationCode: String?
    /// The credential as it waits on the server, for a later request.
    public var pendingToken: String?
    /// True or absent: another account has the address and the person must sign in there first.
    public var needConfirmation: Bool? {
        didSet { if needConfirmation == false { needConfirmation = nil } }
    }
    /// With `needConfirmation`: the identity providers of the other account.
    public var verifiedProvider: [String]?
    /// The address of the account, where it differs.
    public var originalEmail: String?
    /// The address that the person typed.
    public var inputEmail: String?
    /// True or absent: the provider told no address and one is needed.
    public var needEmail: Bool? {
        didSet { if needEmail == false { needEmail = nil } }
    }
    /// What the client sent as context.
    public var context: String?
    /// The tenant of the account.
    public var tenantId: String?
    /// What a sign-in with a second factor continues with, in place of the tokens.
    public var mfaPendingCredential: String?
    /// The factors to choose from.
    public var mfaInfo: [MfaEnrollment]?
    /// `FEDERATED_USER_ID_ALREADY_LINKED` or `EMAIL_EXISTS` where the request asked for the credential.
    public var errorMessage: String?
    /// The raw nonce, from which the JavaScript client rebuilds a credential.
    public var nonce: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
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
