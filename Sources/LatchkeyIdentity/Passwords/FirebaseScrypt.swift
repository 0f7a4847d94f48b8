import Crypto
import CryptoExtras
package import LatchkeySecrets

/// Firebase's modified scrypt: the derived key encrypts the project's signer key, and the result is stored.
///
/// Without the signer key, a copy of the database is not enough to test guesses.
package struct FirebaseScrypt: Sendable {
    private let signerKey: Secret<[UInt8]>
    private let saltSeparator: [UInt8]

    package init(signerKey: Secret<[UInt8]>, saltSeparator: [UInt8]) {
        self.signerKey = signerKey
        self.saltSeparator = saltSeparator
    }

    /// Hashes a password. Takes about 45 ms and 16 MiB with Firebase's parameters, so it must not block other work; see ``HashingPool``.
    package func hash(_ password: Secret<String>, salt: [UInt8], parameters: ScryptParameters) throws -> PasswordHash {
        let derived = try KDF.Scrypt.deriveKey(
            from: Array(password.expose().utf8), salt: salt + saltSeparator, outputByteCount: 32,
            rounds: 1 << parameters.memoryCost, blockSize: parameters.rounds, parallelism: 1)
        let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
        let encrypted = try AES._CTR.encrypt(signerKey.expose(), using: derived, nonce: nonce)
        return PasswordHash(hash: Array(encrypted), salt: salt, parameters: parameters)
    }

    /// Whether a password matches a hash that was made with the project's own key. Compares in constant time.
    package func verify(_ password: Secret<String>, against stored: PasswordHash) throws -> Bool {
        guard case .own(let parameters) = stored.method else { return false }
        return try hash(password, salt: stored.salt, parameters: parameters).hash.equalsInConstantTime(stored.hash)
    }
}
