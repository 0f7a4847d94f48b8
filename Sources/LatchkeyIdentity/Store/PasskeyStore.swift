public import Foundation
public import LatchkeySecrets

/// Read access to passkeys.
public protocol PasskeyReading {
    /// Returns the passkeys of an account, the oldest first.
    func passkeys(of account: AccountID, in realm: Realm) throws -> [Passkey]
    /// Returns the passkey with a credential id.
    func passkey(_ credentialID: [UInt8], in realm: Realm) throws -> Passkey?
}

/// Write access to passkeys and to the challenges of their ceremonies.
public protocol PasskeyWriting: PasskeyReading {
    /// Inserts a passkey.
    ///
    /// - Throws: ``StoreConflict`` with `passkey` if the credential id is taken in the realm.
    func insert(_ passkey: Passkey) throws
    /// Replaces counter, backup state, name and last use. Does nothing if the passkey no longer exists.
    func update(_ passkey: Passkey) throws
    /// Deletes a passkey.
    ///
    /// - Returns: Whether the account had the passkey.
    func deletePasskey(_ credentialID: [UInt8], of account: AccountID, in realm: Realm) throws -> Bool
    /// Inserts a challenge.
    func insert(_ challenge: PasskeyChallenge) throws
    /// Removes and returns a challenge. Works once, before the challenge expires, and only for its purpose and account.
    func takePasskeyChallenge(
        _ id: Fingerprint, for purpose: PasskeyChallenge.Purpose, of account: AccountID?, in realm: Realm, at now: Date
    ) throws -> PasskeyChallenge?
}
