import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// A chosen or newly described account, as claims.
struct ChosenAccount: Sendable {
    private var members: [String: ClaimValue] = [:]

    private static let subjectDigits = 40

    /// Creates the claims of an identity that signed in before.
    init(_ identity: Identity) {
        members["sub"] = .string(identity.key.rawID)
        members["email"] = identity.email.map { .string($0.text) }
        members["email_verified"] = .bool(identity.addressVerifiedByProvider)
        members["name"] = identity.displayName.map(ClaimValue.string)
        members["screen_name"] = identity.screenName.map(ClaimValue.string)
        members["picture"] = identity.photoURL.map(ClaimValue.string)
        complete()
    }

    /// Creates the claims from the form: those of a known account, or of a new one with a random `sub`.
    init(_ form: Parameters, random: RandomTokens = .system) {
        if let known = form["account"].unlessEmpty, let claims = FakeClaims(known) {
            members = claims.members
            return
        }
        members["sub"] = .string(random.text(length: Self.subjectDigits, from: "0123456789"))
        func take(_ field: String, as claim: String) {
            if let text = form[field].unlessEmpty { members[claim] = .string(text) }
        }
        take("email", as: "email")
        take("displayName", as: "name")
        take("screenName", as: "screen_name")
        take("photoUrl", as: "picture")
        members["email_verified"] = .bool(form["emailVerified"] == "yes")
        complete()
    }

    /// Adds the members that an ID token requires. The emulator does not check them.
    private mutating func complete() {
        members["iss"] = .string("")
        members["aud"] = .string("")
        members["exp"] = .integer(0)
        members["iat"] = .integer(0)
        if members["email"] == nil { members["email_verified"] = nil }
    }

    func json() throws -> String {
        try FakeClaims.text(of: members)
    }
}
