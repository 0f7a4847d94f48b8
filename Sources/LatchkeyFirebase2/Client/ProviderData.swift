import Crypto
import Foundation
import LatchkeyAuth

/// What a provider told, by the names of Firebase 2.x.
enum ProviderData {
    /// The members of `providerData`: those that a provider has, and no empty ones.
    static func members(of prepared: PreparedSignIn, provider: String, user: User?) -> [String: any Sendable] {
        switch provider {
        case "password": password(user?.email ?? "")
        case "anonymous", "custom": [:]
        default: identity(prepared, provider: provider, user: user)
        }
    }

    private static func identity(_ prepared: PreparedSignIn, provider: String, user: User?) -> [String: any Sendable] {
        let info = prepared.additionalUserInfo
        let entry = user?.providerData.first { $0.providerID == info?.providerID }
        let credential = prepared.credential as? OAuthCredential
        var members: [String: any Sendable] = [:]
        members["id"] = entry?.uid
        members["displayName"] = entry?.displayName
        members["username"] = info?.username
        // Twitter told no addresses then.
        if provider != "twitter" { members["email"] = entry?.email }
        members["profileImageURL"] = entry?.photoURL?.absoluteString
        members["accessToken"] = credential?.accessToken
        members["accessTokenSecret"] = credential?.secret
        members["cachedUserProfile"] = info?.profile
        return members
    }

    /// The members of `providerData` of an account with an address.
    static func password(_ email: String) -> [String: any Sendable] {
        // Gravatar's own hash of an address; nothing is asked of it here.
        let hash = Insecure.MD5.hash(data: Array(email.lowercased().utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return [
            "email": email, "isTemporaryPassword": false,
            "profileImageURL": "https://secure.gravatar.com/avatar/\(hash.joined())?d=retro",
        ]
    }
}
