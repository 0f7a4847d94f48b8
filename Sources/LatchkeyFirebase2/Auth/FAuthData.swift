public import Foundation
import LatchkeyAuth
import LatchkeySecrets
import LatchkeyWire

/// Who is signed in, as Firebase 2.x tells it.
public final class FAuthData: Sendable {
    /// The uid, for example `twitter:123`.
    public let uid: String
    /// How the person signed in: `twitter`, `github`, `password`, `anonymous`, `custom`, ...
    public let provider: String
    /// The token of this session; it renews itself, and ``Firebase/authData`` has the present one.
    public let token: String
    /// What rules have as `auth`, in the database's own word.
    public let auth: [String: any Sendable]
    /// When the token ends, in seconds since 1970.
    public let expires: NSNumber
    /// What the provider told. It is kept with the session, tokens included, as Firebase 2.x did: `id`, `displayName`, `username`, `profileImageURL`, `cachedUserProfile`, and others that it has.
    public let providerData: [String: any Sendable]

    init(uid: String, token: String, note: SessionNote) {
        self.uid = uid
        self.token = token
        auth = note.auth
        provider = note.provider
        providerData = note.providerData
        expires = NSNumber(value: Self.end(of: token))
    }

    /// `exp` of a token; 0 for one that has none, as Firebase's clients say.
    private static func end(of token: String) -> Double {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])), let claims = PlainJSON.object(payload) else { return 0 }
        return (claims["exp"] as? Int).map(Double.init) ?? claims["exp"] as? Double ?? 0
    }

    /// Whether two are one person who came by the same way.
    static func isSamePerson(_ left: FAuthData?, _ right: FAuthData?) -> Bool {
        left?.uid == right?.uid && left?.provider == right?.provider
    }
}

extension FAuthData: CustomStringConvertible, CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["uid": uid, "provider": provider]) }

    /// Without the token, which is as good as a password while it lasts.
    public var description: String { "FAuthData(uid: \(uid), provider: \(provider))" }
}
