/// What a sign-in, a link or a reauthentication gives.
public struct AuthDataResult: Sendable {
    /// The account.
    public let user: User
    /// What the provider told; Firebase's guides read its `profile`.
    public let additionalUserInfo: AdditionalUserInfo?
    /// The provider's credential, an ``OAuthCredential``; `nil` for passwords and anonymous accounts.
    public let credential: AuthCredential?
}
