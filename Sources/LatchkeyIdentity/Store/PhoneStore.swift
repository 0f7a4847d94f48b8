public import Foundation
public import LatchkeySecrets

public protocol PhoneReading {
    /// Returns the account that signs in with a phone number. Second factors do not count.
    func account(withPhoneNumber number: PhoneNumber, in realm: Realm) throws -> Account?
    /// Returns whether a code is pending and can still be used.
    func hasPhoneCode(_ id: Fingerprint, at now: Date) throws -> Bool
}

public protocol PhoneWriting: PhoneReading {
    func insert(_ code: PhoneCode) throws
    /// Consumes one attempt at a code, if the code has not expired and attempts are left.
    ///
    /// - Returns: The code, with the number of attempts that are left.
    func tryPhoneCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PhoneCode?
    func deletePhoneCode(_ id: Fingerprint) throws
    func insert(_ proof: PhoneProof) throws
    /// Removes and returns a proof of a phone number. Works once, before the proof expires.
    func takePhoneProof(_ id: Fingerprint, of number: PhoneNumber, in realm: Realm, at now: Date) throws -> PhoneProof?
}
