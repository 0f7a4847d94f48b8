public import Foundation
import LatchkeyWire

/// A user account that is or was signed in.
public final class User: Sendable, UserInfo {
    let auth: Auth
    let session: SignedInAccount

    init(auth: Auth, session: SignedInAccount) {
        self.auth = auth
        self.session = session
    }

    /// Always `Firebase`, as in Firebase's client. The providers are in ``providerData``.
    public var providerID: String { "Firebase" }
    /// The uid, which never changes.
    public var uid: String { session.uid }
    /// The email address, in lower case.
    public var email: String? { session.account.email }
    /// Whether the email address is verified.
    public var isEmailVerified: Bool { session.account.emailVerified ?? false }
    /// The display name.
    public var displayName: String? { session.account.displayName }
    /// The URL of the photo.
    public var photoURL: URL? { session.account.photoUrl.flatMap { URL(string: $0) } }
    /// The phone number in E.164 form.
    public var phoneNumber: String? { session.account.phoneNumber }
    /// The tenant of the account.
    public var tenantID: String? { session.account.tenantId }
    /// Whether the account has neither an identity nor a password.
    public var isAnonymous: Bool { session.isAnonymous }
    /// The account's identities, one for each provider.
    public var providerData: [any UserInfo] { (session.account.providerUserInfo ?? []).compactMap(Identity.init) }
    /// When the account was created and last used.
    public var metadata: UserMetadata {
        let account = session.account
        return UserMetadata(createdAt: account.createdAt, lastLoginAt: account.lastLoginAt)
    }
    /// The refresh token of the session. It is as sensitive as a password.
    public var refreshToken: String? { session.tokens.current.refreshToken }
}
