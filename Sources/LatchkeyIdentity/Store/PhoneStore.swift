public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public protocol PhoneReading {
    /// The account whose own number it is.
    func account(withPhoneNumber number: PhoneNumber, in realm: Realm) throws -> Account?
    /// Whether a code waits that can still be redeemed.
    func hasPhoneCode(_ id: Fingerprint, at now: Date) throws -> Bool
}

public protocol PhoneWriting: PhoneReading {
    func insert(_ code: PhoneCode) throws
    /// Uses up one try at a code: before its end, and while tries are left.
    ///
    /// - Returns: The code, with the tries that are left after this one.
    func tryPhoneCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PhoneCode?
    func deletePhoneCode(_ id: Fingerprint) throws
    func insert(_ proof: PhoneProof) throws
    /// Takes a proof out of the store, once and before its end, for the number that it proves.
    func takePhoneProof(_ id: Fingerprint, of number: PhoneNumber, in realm: Realm, at now: Date) throws -> PhoneProof?
}
