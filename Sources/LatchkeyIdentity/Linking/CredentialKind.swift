/// Everything that lets somebody into an account, or will.
///
/// Each kind is a case, so that a store cannot compile without saying how it removes one; a test compares the cases with the tables
/// that refer to an account, so that a new table cannot be forgotten here.
public enum CredentialKind: String, CaseIterable, Sendable {
    case password
    case identities
    case phoneNumber
    case sessions
    case secondFactors
    case recoveryCodes
    /// Sign-ins that wait for a second factor, and seeds that wait for their first code.
    case pendingSecondFactors
    case totpEnrolments
    /// Those that wait for this account to be proved. Flows and their results name no account: who finishes one to link to an account
    /// shows an ID token of it, and the transaction that links refuses tokens whose session is gone. A site's code is kept as a result
    /// too; it names a session, and the transaction that exchanges it refuses one that is gone.
    case pendingCredentials
    case passkeys
    /// Challenges that wait for a new passkey.
    case passkeyEnrolments
    /// Those that were made for this account. A code that was sent while the address had no account names none; it proves the address
    /// itself, so whoever holds it is who the account is emptied for.
    case oneTimeCodes
}

extension StoreWriting {
    /// Removes all that somebody added to an account before its address was first proved.
    ///
    /// Whoever registers a stranger's address and waits must find nothing left once the stranger proves it: no password, no
    /// identity, no session. This is the only place that does it.
    public func removeAllCredentials(of account: AccountID, in realm: Realm) throws {
        for kind in CredentialKind.allCases {
            try remove(kind, of: account, in: realm)
        }
    }
}
