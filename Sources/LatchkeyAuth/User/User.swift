public import Foundation
import LatchkeyWire

/// An account that is signed in, or was.
public final class User: Sendable, UserInfo {
    let auth: Auth
    let session: SignedInAccount

    init(auth: Auth, session: SignedInAccount) {
        self.auth = auth
        self.session = session
    }

    /// Always `Firebase`, as in Firebase's client; the providers are in ``providerData``.
    public var providerID: String { "Firebase" }
    /// The uid, the same for the account's whole life.
    public var uid: String { session.uid }
    /// The address, in lower case.
    public var email: String? { session.account.email }
    /// Whether the address counts as verified.
    public var isEmailVerified: Bool { session.account.emailVerified ?? false }
    /// The name to show.
    public var displayName: String? { session.account.displayName }
    /// The picture to show.
    public var photoURL: URL? { session.account.photoUrl.flatMap { URL(string: $0) } }
    /// The phone number in E.164 form.
    public var phoneNumber: String? { session.account.phoneNumber }
    /// The tenant of the account.
    public var tenantID: String? { session.account.tenantId }
    /// Whether the account has neither an identity nor a password.
    public var isAnonymous: Bool { session.isAnonymous }
    /// The account's identities, one for each provider.
    public var providerData: [any UserInfo] { (session.account.providerUserInfo ?? []).compactMap(Identity.init) }
    /// When the account was made and last used.
    public var metadata: UserMetadata {
        let account = session.account
        return UserMetadata(createdAt: account.createdAt, lastLoginAt: account.lastLoginAt)
    }
    /// The refresh token of the session; it is as good as a password.
    public var refreshToken: String? { session.tokens.current.refreshToken }
}
