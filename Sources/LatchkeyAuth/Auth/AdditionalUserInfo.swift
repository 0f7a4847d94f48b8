import LatchkeyWire

/// Information from a sign-in that is not part of the account.
public struct AdditionalUserInfo: Sendable {
    /// The provider id.
    public let providerID: String
    /// The profile at the provider, with values of type `String`, `Bool`, `Int`, `Double`, and arrays and dictionaries of these.
    public let profile: [String: any Sendable]?
    /// The username at the provider, for example the Twitter screen name or the GitHub login.
    public let username: String?
    /// Whether this sign-in created the account.
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
