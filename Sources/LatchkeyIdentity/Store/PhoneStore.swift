public import Foundation
public import LatchkeySecrets

/// Read access to the sign-in with a phone number.
public protocol PhoneReading {
    /// Returns the account that signs in with a phone number. Second factors do not count.
    func account(withPhoneNumber number: PhoneNumber, in realm: Realm) throws -> Account?
    /// Returns whether a code is pending and can still be used.
    func hasPhoneCode(_ id: Fingerprint, at now: Date) throws -> Bool
}

/// Write access to the codes and proofs of phone numbers.
public protocol PhoneWriting: PhoneReading {
    /// Inserts a code.
    func insert(_ code: PhoneCode) throws
    /// Consumes one attempt at a code, if the code has not expired and attempts are left.
    ///
    /// - Returns: The code, with the number of attempts that are left.
    func tryPhoneCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PhoneCode?
    /// Deletes a code, if it exists.
    func deletePhoneCode(_ id: Fingerprint) throws
    /// Inserts a proof.
    func insert(_ proof: PhoneProof) throws
    /// Removes and returns a proof of a phone number. Works once, before the proof expires.
    func takePhoneProof(_ id: Fingerprint, of number: PhoneNumber, in realm: Realm, at now: Date) throws -> PhoneProof?
}
