public import LatchkeyFirebase2

/// Who is signed in, as Simple Login tells it.
public final class FAUser: Sendable {
    /// The person's id at the provider, for example Twitter's number as text.
    public let userId: String
    /// The uid: provider and id with a colon between them, for example `twitter:123` or `simplelogin:7`.
    public let uid: String
    /// How the person signed in.
    public let provider: FAProvider
    /// The token of this session, for rules and back ends; nil for an account that was just made.
    public let authToken: String?
    /// The address, for who signed in with a password.
    public let email: String?
    /// Whether the password was sent by mail and shall be changed; never here, where a link is sent.
    public let isTemporaryPassword: Bool
    /// What the provider told: `id`, `uid`, `username`, `displayName`, tokens, and its own profile as `thirdPartyUserData`.
    public let thirdPartyUserData: [String: any Sendable]
    /// The account of the device, for who signed in with one in this run.
    public let thirdPartyUserAccount: ACAccount?

    init(_ authData: FAuthData, account: ACAccount?) {
        uid = authData.uid
        provider = FAProvider(name: authData.provider)
        authToken = authData.token
        userId = authData.auth["id"] as? String ?? authData.providerData["id"] as? String ?? authData.uid
        email = provider == .password ? authData.providerData["email"] as? String : nil
        isTemporaryPassword = false
        thirdPartyUserAccount = account
        var data: [String: any Sendable] = ["uid": authData.uid, "id": userId]
        for name in ["username", "displayName", "email", "accessToken", "accessTokenSecret"] { data[name] = authData.providerData[name] }
        data["thirdPartyUserData"] = authData.providerData["cachedUserProfile"]
        thirdPartyUserData = data
    }

    /// An account that was just made.
    init(uid: String, email: String) {
        self.uid = uid
        self.email = email
        userId = uid.firstIndex(of: ":").map { String(uid[uid.index(after: $0)...]) } ?? uid
        provider = .password
        authToken = nil
        isTemporaryPassword = false
        thirdPartyUserData = [:]
        thirdPartyUserAccount = nil
    }
}

extension FAUser: CustomStringConvertible {
    public var description: String { "User \(userId) (\(provider.rawValue))" }
}
