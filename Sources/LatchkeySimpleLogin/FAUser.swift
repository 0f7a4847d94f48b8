public import LatchkeyFirebase2

/// The signed-in user, in the form of Simple Login.
public final class FAUser: Sendable {
    /// The user's id at the provider, for example the Twitter user id as a string.
    public let userId: String
    /// The uid: the provider and the id, separated by a colon, for example `twitter:123` or `simplelogin:7`.
    public let uid: String
    /// The provider of the sign-in.
    public let provider: FAProvider
    /// The token of this session, for rules and back ends; `nil` for a newly created account.
    public let authToken: String?
    /// The email address; `nil` unless the user signed in with a password.
    public let email: String?
    /// Whether the password is temporary and must be changed. Always `false`: Latchkey sends a reset link instead of a temporary password.
    public let isTemporaryPassword: Bool
    /// The provider's data: `id`, `uid`, `username`, `displayName`, tokens, and the provider's profile as `thirdPartyUserData`.
    public let thirdPartyUserData: [String: any Sendable]
    /// The device account that the user signed in with in this run; otherwise `nil`.
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

    /// Creates the user of a newly created account.
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
    /// The user id and the number of the provider.
    public var description: String { "User \(userId) (\(provider.rawValue))" }
}
