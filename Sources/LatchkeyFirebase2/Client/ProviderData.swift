import Crypto
import Foundation
import LatchkeyAuth

/// The provider's data, with the names of Firebase 2.x.
enum ProviderData {
    /// Returns the members of `providerData`. Members that the provider does not supply are omitted.
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
        // Twitter did not supply email addresses at that time.
        if provider != "twitter" { members["email"] = entry?.email }
        members["profileImageURL"] = entry?.photoURL?.absoluteString
        members["accessToken"] = credential?.accessToken
        members["accessTokenSecret"] = credential?.secret
        members["cachedUserProfile"] = info?.profile
        return members
    }

    /// Returns the members of `providerData` for an account with an email address.
    static func password(_ email: String) -> [String: any Sendable] {
        // Gravatar's own hash of an email address. No request is sent to Gravatar here.
        let hash = Insecure.MD5.hash(data: Array(email.lowercased().utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return [
            "email": email, "isTemporaryPassword": false,
            "profileImageURL": "https://secure.gravatar.com/avatar/\(hash.joined())?d=retro",
        ]
    }
}
