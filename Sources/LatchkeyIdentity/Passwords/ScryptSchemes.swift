import Crypto
import CryptoExtras
import LatchkeySecrets

/// scrypt (RFC 7914).
struct StandardScryptScheme: PasswordScheme {
    /// The cost `N`, a power of two.
    let cost: Int
    /// The block size `r`.
    let blockSize: Int
    /// The parallelism `p`.
    let parallelism: Int
    let derivedKeyBytes: Int

    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool {
        guard canHaveMade(hash) else { return false }
        let derived = try KDF.Scrypt.deriveKey(
            from: password, salt: salt, outputByteCount: derivedKeyBytes, rounds: cost, blockSize: blockSize, parallelism: parallelism)
        return derived.withUnsafeBytes { Array($0) }.equalsInConstantTime(hash)
    }

    func canHaveMade(_ hash: [UInt8]) -> Bool { hash.count == derivedKeyBytes && hash.count >= DerivedBytes.minimum }
}

/// Firebase's scrypt with the signer key of another project.
struct ForeignScryptScheme: PasswordScheme {
    let scrypt: FirebaseScrypt
    let parameters: ScryptParameters
    let signerKeyBytes: Int

    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool {
        let computed = try scrypt.hash(Secret(String(decoding: password, as: UTF8.self)), salt: salt, parameters: parameters)
        return computed.hash.equalsInConstantTime(hash)
    }

    func canHaveMade(_ hash: [UInt8]) -> Bool { hash.count == signerKeyBytes && hash.count >= DerivedBytes.minimum }
}
