/// What every way of signing in ends with, before it is known whose account it is.
struct SignInAnswer: Sendable {
    var uid: String?
    var tokens: TokenSet
    var isAnonymous = false
    var additional: AdditionalUserInfo?
    var credential: AuthCredential?
}
