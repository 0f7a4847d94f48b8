import Crypto
import CryptoExtras
public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Firebase's own form of scrypt: the derived key encrypts a key that belongs to the project, and the result is stored.
///
/// Whoever has the database but not the signer key cannot test guesses.
public struct FirebaseScrypt: Sendable {
    private let signerKey: Secret<[UInt8]>
    private let saltSeparator: [UInt8]

    public init(signerKey: Secret<[UInt8]>, saltSeparator: [UInt8]) {
        self.signerKey = signerKey
        self.saltSeparator = saltSeparator
    }

    /// Takes about 45 ms and 16 MiB with Firebase's parameters: never call it where others wait. See ``HashingPool``.
    public func hash(_ password: Secret<String>, salt: [UInt8], parameters: ScryptParameters) throws -> PasswordHash {
        let derived = try KDF.Scrypt.deriveKey(
            from: Array(password.expose().utf8), salt: salt + saltSeparator, outputByteCount: 32,
            rounds: 1 << parameters.memoryCost, blockSize: parameters.rounds, parallelism: 1)
        let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
        let encrypted = try AES._CTR.encrypt(signerKey.expose(), using: derived, nonce: nonce)
        return PasswordHash(hash: Array(encrypted), salt: salt, parameters: parameters)
    }

    /// Whether a password is the one behind a hash of the project's own; compared in constant time.
    public func verify(_ password: Secret<String>, against stored: PasswordHash) throws -> Bool {
        guard case .own(let parameters) = stored.method else { return false }
        return try hash(password, salt: stored.salt, parameters: parameters).hash.equalsInConstantTime(stored.hash)
    }
}
