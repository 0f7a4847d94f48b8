public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public protocol PasskeyReading {
    /// Oldest first.
    func passkeys(of account: AccountID, in realm: Realm) throws -> [Passkey]
    func passkey(_ credentialID: [UInt8], in realm: Realm) throws -> Passkey?
}

public protocol PasskeyWriting: PasskeyReading {
    /// - Throws: ``StoreConflict`` with `passkey` when the credential id is taken in the realm.
    func insert(_ passkey: Passkey) throws
    /// Replaces counter, backup state, name and last use; nothing happens when it is gone.
    func update(_ passkey: Passkey) throws
    /// - Returns: Whether the account had it.
    func deletePasskey(_ credentialID: [UInt8], of account: AccountID, in realm: Realm) throws -> Bool
    func insert(_ challenge: PasskeyChallenge) throws
    /// Takes a challenge out of the store, once: before its end, and only for what it was given out for.
    func takePasskeyChallenge(
        _ id: Fingerprint, for purpose: PasskeyChallenge.Purpose, of account: AccountID?, in realm: Realm, at now: Date
    ) throws -> PasskeyChallenge?
}
