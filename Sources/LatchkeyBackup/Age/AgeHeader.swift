import Crypto
import CryptoExtras
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The header of a file in the format of age, version 1, with a passphrase as its only recipient.
///
/// Source: age-encryption.org/v1, "Header" and "The scrypt recipient type".
struct AgeHeader {
    /// The accepted work factors, as exponents of two. The largest takes 1 GiB of memory.
    static let costs = 1...20
    /// The work factor of new files: 256 MiB of memory, as in `age`.
    static let standardCost = 18
    /// The length in bytes up to which a header is read.
    static let maxBytes = 512

    static let version = "age-encryption.org/v1"
    private static let saltLabel = "age-encryption.org/v1/scrypt"
    private static let (saltBytes, keyBytes, macBytes) = (16, 16, 32)
    private static let blockSize = 8

    private let salt: [UInt8]
    private let cost: Int
    private let sealedKey: [UInt8]
    /// Authenticates the header.
    private let mac: [UInt8]

    /// The key of a new file, and its header.
    static func make(passphrase: Secret<String>, cost: Int) throws -> (header: Self, key: SymmetricKey) {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<saltBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        let key = SymmetricKey(size: .bits128)
        let wrap = try wrappingKey(passphrase, salt: salt, cost: cost)
        let box = try ChaChaPoly.seal(key.withUnsafeBytes { Array($0) }, using: wrap, nonce: noNonce())
        let sealedKey = Array(box.ciphertext) + Array(box.tag)
        let unsigned = Self(salt: salt, cost: cost, sealedKey: sealedKey, mac: [])
        return (Self(salt: salt, cost: cost, sealedKey: sealedKey, mac: unsigned.mac(with: key)), key)
    }

    /// The bytes of the file.
    var bytes: [UInt8] { Array("\(signedText) \(Self.base64(mac))\n".utf8) }

    private var signedText: String { "\(Self.version)\n-> scrypt \(Self.base64(salt)) \(cost)\n\(Self.base64(sealedKey))\n---" }

    private func mac(with key: SymmetricKey) -> [UInt8] {
        let macKey = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array("header".utf8), outputByteCount: Self.macBytes)
        return Array(HMAC<SHA256>.authenticationCode(for: Array(signedText.utf8), using: macKey))
    }

    /// Returns the key of the file.
    ///
    /// - Throws: ``AgeError/wrongPassphrase``, also if the header was changed.
    func key(passphrase: Secret<String>) throws -> SymmetricKey {
        let wrap = try Self.wrappingKey(passphrase, salt: salt, cost: cost)
        guard
            let box = try? ChaChaPoly.SealedBox(
                nonce: Self.noNonce(), ciphertext: sealedKey.prefix(Self.keyBytes), tag: sealedKey.dropFirst(Self.keyBytes)),
            let opened = try? ChaChaPoly.open(box, using: wrap)
        else { throw AgeError.wrongPassphrase }
        let key = SymmetricKey(data: opened)
        guard mac(with: key).equalsInConstantTime(mac) else { throw AgeError.wrongPassphrase }
        return key
    }

    private static func wrappingKey(_ passphrase: Secret<String>, salt: [UInt8], cost: Int) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Array(passphrase.expose().utf8), salt: Array(saltLabel.utf8) + salt, outputByteCount: 32, rounds: 1 << cost,
            blockSize: blockSize, parallelism: 1)
    }

    /// The wrapping key encrypts one value only.
    private static func noNonce() throws -> ChaChaPoly.Nonce { try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)) }
}

extension AgeHeader {
    /// - Parameter text: The header with its last line feed.
    /// - Throws: ``AgeError``.
    init(_ text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == Substring(Self.version) else { throw AgeError.notEncrypted }
        let recipient = lines.count > 1 ? lines[1].split(separator: " ", omittingEmptySubsequences: false) : []
        // A passphrase is the only recipient of a file.
        guard lines.count == 5, lines[4].isEmpty, recipient.count == 4, recipient[0] == "->", recipient[1] == "scrypt",
            let salt = Self.bytes(recipient[2], count: Self.saltBytes), let cost = Int(recipient[3]), "\(cost)" == recipient[3],
            let key = Self.bytes(lines[2], count: Self.keyBytes + 16), lines[3].hasPrefix("--- "),
            let mac = Self.bytes(lines[3].dropFirst(4), count: Self.macBytes)
        else { throw AgeError.unsupported }
        guard Self.costs.contains(cost) else { throw cost > 0 ? AgeError.tooCostly(cost) : AgeError.unsupported }
        self.init(salt: salt, cost: cost, sealedKey: key, mac: mac)
    }

    /// Base64 without padding (RFC 4648, section 4).
    private static func base64(_ bytes: [UInt8]) -> String { String(Data(bytes).base64EncodedString().prefix { $0 != "=" }) }

    private static func bytes(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), data.count == count, base64(Array(data)) == text else { return nil }
        return Array(data)
    }
}
