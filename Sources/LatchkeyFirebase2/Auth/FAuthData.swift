public import Foundation
import LatchkeyAuth
import LatchkeySecrets
import LatchkeyWire

/// The signed-in user, in the form of Firebase 2.x.
public final class FAuthData: Sendable {
    /// The uid, for example `twitter:123`.
    public let uid: String
    /// The provider of the sign-in: `twitter`, `github`, `password`, `anonymous`, `custom` or another.
    public let provider: String
    /// The ID token of the session. It is renewed automatically; ``Firebase/authData`` has the current one.
    public let token: String
    /// The value of `auth` in the rules, as the database reported it.
    public let auth: [String: any Sendable]
    /// When the token expires, in seconds since 1970.
    public let expires: NSNumber
    /// The provider's data. As in Firebase 2.x, it is stored with the session, including tokens.
    ///
    /// The members are `id`, `displayName`, `username`, `profileImageURL`, `cachedUserProfile` and others that the provider supplies.
    public let providerData: [String: any Sendable]

    init(uid: String, token: String, note: SessionNote) {
        self.uid = uid
        self.token = token
        auth = note.auth
        provider = note.provider
        providerData = note.providerData
        expires = NSNumber(value: Self.end(of: token))
    }

    /// The `exp` claim of a token; 0 if it has none, as in Firebase's clients.
    private static func end(of token: String) -> Double {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])), let claims = PlainJSON.object(payload) else { return 0 }
        return (claims["exp"] as? Int).map(Double.init) ?? claims["exp"] as? Double ?? 0
    }

    /// Returns whether both values are the same user with the same provider.
    static func isSamePerson(_ left: FAuthData?, _ right: FAuthData?) -> Bool {
        left?.uid == right?.uid && left?.provider == right?.provider
    }
}

extension FAuthData: CustomStringConvertible, CustomReflectable {
    /// A mirror without the tokens, which a debugger or `dump` would otherwise show.
    public var customMirror: Mirror { Mirror(self, children: ["uid": uid, "provider": provider]) }

    /// The uid and the provider, without the token, which is as sensitive as a password until it expires.
    public var description: String { "FAuthData(uid: \(uid), provider: \(provider))" }
}
