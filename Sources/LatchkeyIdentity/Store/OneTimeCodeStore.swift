public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public protocol OneTimeCodeReading {
    /// Whether or not its time is over.
    func oneTimeCode(_ id: Fingerprint) throws -> OneTimeCode?
}

public protocol OneTimeCodeWriting: OneTimeCodeReading {
    func insert(_ code: OneTimeCode) throws
    /// Takes a code out of the store, once, before its end, and only where it belongs.
    func takeOneTimeCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> OneTimeCode?
    /// Removes the codes of one kind of an account, those that were made earlier than an instant excepted.
    func removeOneTimeCodes(_ kind: OneTimeCode.Kind, of account: AccountID, in realm: Realm, since: Date?) throws
}
