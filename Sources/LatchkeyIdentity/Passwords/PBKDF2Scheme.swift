import Crypto
import CryptoExtras
import LatchkeySecrets

/// PBKDF2 (RFC 8018). The length of the derived key follows from the stored hash.
struct PBKDF2Scheme: PasswordScheme {
    enum Function: Sendable {
        case sha1
        case sha256
    }

    let function: Function
    /// The number of rounds; 0 counts as 1.
    let rounds: Int

    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool {
        guard canHaveMade(hash) else { return false }
        let compared = Array(hash.prefix(DerivedBytes.compared))
        let derived = try KDF.Insecure.PBKDF2.deriveKey(
            from: password, salt: salt, using: function == .sha1 ? .insecureSHA1 : .sha256, outputByteCount: compared.count,
            unsafeUncheckedRounds: max(1, rounds))
        return derived.withUnsafeBytes { Array($0) }.equalsInConstantTime(compared)
    }

    func canHaveMade(_ hash: [UInt8]) -> Bool { hash.count >= DerivedBytes.minimum }
}
