public import Foundation
public import LatchkeySecrets

/// Read access to the codes that were sent by email.
public protocol OneTimeCodeReading {
    /// Returns a code, even if it has expired.
    func oneTimeCode(_ id: Fingerprint) throws -> OneTimeCode?
}

/// Write access to the codes that were sent by email.
public protocol OneTimeCodeWriting: OneTimeCodeReading {
    /// Inserts a code.
    func insert(_ code: OneTimeCode) throws
    /// Removes and returns a code of a realm. Works once, before the code expires.
    func takeOneTimeCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> OneTimeCode?
    /// Removes an account's codes of one kind, except those that were created before `since`.
    func removeOneTimeCodes(_ kind: OneTimeCode.Kind, of account: AccountID, in realm: Realm, since: Date?) throws
}
