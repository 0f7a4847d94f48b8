import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWire

/// Builds the responses of `signInWithIdp`, all of which include the provider's data.
struct IdpReply: Sendable {
    private let assertion: ProviderAssertion
    private var reply: SignInWithIdpReply

    /// - Parameter believesProvider: Whether the reply repeats the provider's statement about the address unchanged, as in an emulator.
    init(_ assertion: ProviderAssertion, believesProvider: Bool = false) {
        self.assertion = assertion
        reply = SignInWithIdpReply(
            federatedId: assertion.federatedID, providerId: assertion.key.provider.rawValue,
            email: assertion.writtenEmail ?? assertion.email?.text,
            // The provider's claim alone is not proof. For a signed-in account, the account's flag replaces it.
            emailVerified: assertion.email == nil ? nil : believesProvider && assertion.addressVerifiedByProvider,
            displayName: assertion.displayName, fullName: assertion.displayName,
            // JavaScript reads `screenName`, iOS reads `username`.
            screenName: assertion.screenName, username: assertion.screenName, photoUrl: assertion.photoURL,
            rawUserInfo: assertion.rawUserInfo, oauthAccessToken: assertion.tokens.accessToken?.expose(),
            oauthTokenSecret: assertion.tokens.tokenSecret?.expose(), oauthIdToken: assertion.tokens.idToken?.expose(),
            oauthExpireIn: assertion.tokens.expiresInSeconds, nonce: assertion.tokens.nonce?.expose())
    }

    func signedIn(_ tokens: IssuedTokens, isNewUser: Bool, emailRecycled: Bool) -> SignInWithIdpReply {
        var reply = reply
        reply.localId = tokens.account.id.rawValue
        if let email = assertion.email, tokens.account.email == email { reply.emailVerified = tokens.account.emailVerified }
        reply.tenantId = tokens.account.realm.tenant.nameUnlessNone
        reply.idToken = tokens.idToken
        reply.refreshToken = tokens.refreshToken.expose()
        reply.expiresIn = String(tokens.expiresInSeconds)
        // These members are true or absent, because clients check for the key.
        if isNewUser { reply.isNewUser = true }
        if emailRecycled { reply.emailRecycled = true }
        return reply
    }

    func secondFactorNeeded(_ needed: SecondFactorNeeded) -> SignInWithIdpReply {
        var reply = reply
        reply.localId = needed.account.id.rawValue
        reply.tenantId = needed.account.realm.tenant.nameUnlessNone
        reply.mfaPendingCredential = needed.pendingCredential.expose()
        reply.mfaInfo = needed.enrollments
        return reply
    }

    func confirmationNeeded(_ existing: ProviderSignInOutcome.ExistingAccount?, pendingToken: Secret<String>) -> SignInWithIdpReply {
        var reply = reply
        reply.needConfirmation = true
        reply.localId = existing?.id.rawValue
        reply.verifiedProvider = existing?.providers.map(\.rawValue)
        reply.pendingToken = pendingToken.expose()
        return reply
    }

    func refused(_ code: SignInError.Code, pendingToken: Secret<String>?) -> SignInWithIdpReply {
        var reply = reply
        reply.errorMessage = code.rawValue
        reply.pendingToken = pendingToken?.expose()
        return reply
    }
}

extension ProviderAssertion {
    /// The federated ID: a URL for Google, the raw ID for other providers.
    fileprivate var federatedID: String {
        key.provider == .google ? "https://accounts.google.com/" + key.rawID : key.rawID
    }
}

extension TenantID {
    /// The tenant ID in responses; `nil` for the project itself.
    var nameUnlessNone: String? { self == .none ? nil : rawValue }
}
