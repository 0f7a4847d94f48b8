/// A kind of data that gives access to an account, now or later.
///
/// Each kind is a case, so that a store must implement its removal to compile. A test compares the cases with the tables that refer to
/// an account, so that a new table must be listed here.
public enum CredentialKind: String, CaseIterable, Sendable {
    case password
    case identities
    case phoneNumber
    case sessions
    case secondFactors
    case recoveryCodes
    /// Sign-ins that wait for a second factor, and TOTP seeds that wait for their first code.
    case pendingSecondFactors
    case totpEnrollments
    /// Provider credentials that are kept until the account holder proves the account. Sign-in flows and their results name no account: a
    /// client that finishes one to link to an account shows an ID token of it, and the linking transaction refuses tokens of ended
    /// sessions. A site's code is stored as a result too; it names a session, and its exchange is refused once that session has ended.
    case pendingCredentials
    case passkeys
    /// Challenges for new passkeys.
    case passkeyEnrollments
    /// Codes that were created for this account. A code that was sent while the address had no account names none; its holder
    /// controls the address, and the account is emptied in the holder's favor.
    case oneTimeCodes
}
