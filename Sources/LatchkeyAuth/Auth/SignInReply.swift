/// The result of every sign-in method, before the account is looked up.
struct SignInReply: Sendable {
    var uid: String?
    var tokens: TokenSet
    var isAnonymous = false
    var additional: AdditionalUserInfo?
    var credential: AuthCredential?
}
