import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// The profile members of a user, with the names of a generation.
enum LegacyProfile {
    static func password(_ email: EmailAddress?, _ generation: LegacyRequest.Generation) -> [String: ClaimValue] {
        guard let email else { return ["isTemporaryPassword": .bool(false)] }
        // The hash of an address as Gravatar defines it. No request is sent to Gravatar.
        let hash = Insecure.MD5.hash(data: Array(email.text.lowercased().utf8))
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let told: [String: ClaimValue] = ["email": .string(email.text), "isTemporaryPassword": .bool(false)]
        switch generation {
        case .simpleLogin: return told.merging(["md5_hash": .string(hash)]) { $1 }
        case .firebase2:
            return told.merging(["profileImageURL": .string("https://secure.gravatar.com/avatar/\(hash)?d=retro")]) { $1 }
        }
    }

    static func provider(_ assertion: ProviderAssertion, _ generation: LegacyRequest.Generation) -> [String: ClaimValue] {
        var told: [String: ClaimValue] = ["id": .string(assertion.key.rawID)]
        let texts = [
            "displayName": assertion.displayName, "username": assertion.screenName, "profileImageURL": assertion.photoURL,
            "accessToken": assertion.tokens.accessToken?.expose(), "accessTokenSecret": assertion.tokens.tokenSecret?.expose(),
            // At that time, Twitter did not provide email addresses.
            "email": assertion.key.provider == .twitter ? nil : assertion.email?.text,
        ]
        for case (let name, let text?) in texts { told[name] = .string(text) }
        told[generation == .simpleLogin ? "thirdPartyUserData" : "cachedUserProfile"] = try? JSONDecoder().decode(
            ClaimValue.self, from: Data(assertion.rawUserInfo.utf8))
        return told
    }
}
