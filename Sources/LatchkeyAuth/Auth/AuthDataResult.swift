/// The result of a sign-in, a link or a reauthentication.
public struct AuthDataResult: Sendable {
    /// The signed-in user.
    public let user: User
    /// Additional information from the provider, such as the `profile` that Firebase's guides read.
    public let additionalUserInfo: AdditionalUserInfo?
    /// The provider's credential, an ``OAuthCredential``; `nil` for passwords and anonymous accounts.
    public let credential: AuthCredential?
}
