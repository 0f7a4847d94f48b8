import LatchkeyWire

/// What a sign-in told beyond the account itself.
public struct AdditionalUserInfo: Sendable {
    /// The provider.
    public let providerID: String
    /// The provider's profile: `String`, `Bool`, `Int`, `Double`, arrays and dictionaries of these.
    public let profile: [String: any Sendable]?
    /// The name at the provider: Twitter's screen name, GitHub's login.
    public let username: String?
    /// Whether this sign-in made the account.
    public let isNewUser: Bool

    init(providerID: String, isNewUser: Bool) {
        self.providerID = providerID
        self.isNewUser = isNewUser
        profile = nil
        username = nil
    }

    init(_ reply: SignInWithIdpReply) {
        providerID = reply.providerId ?? ""
        profile = reply.rawUserInfo.flatMap { PlainJSON.object($0.utf8) }
        username = reply.username ?? reply.screenName
        isNewUser = reply.isNewUser ?? false
    }
}
