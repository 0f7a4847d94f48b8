/// A change of an account that webhooks of the project learn of.
public enum UserEvent: String, Sendable, CaseIterable {
    /// The account was created: by its user, or by an administrator. Imports are not included.
    case created = "user.created"
    /// The account was deleted.
    case deleted = "user.deleted"
    /// The profile, the sign-in methods, the second factors, the claims or the state of the account changed.
    case updated = "user.updated"
    /// The user signed in to an existing account.
    case signedIn = "user.signed_in"

    /// The change that an event of the audit log reports; `nil` for other events, and for requests that were not allowed.
    ///
    /// Deletions are not among them, because the audit log has only a pseudonym of a deleted account.
    init?(_ event: AuthEvent) {
        guard event.outcome == .allowed, event.subject != nil else { return nil }
        switch event.kind {
        case .signUp: self = .created
        case .signIn: self = .signedIn
        case .link, .unlink, .takeover, .enrol, .unenrol, .update, .resetPassword, .verifyEmail, .changeEmail, .recoverEmail, .disownEmail:
            self = .updated
        default: return nil
        }
    }
}
