import Crypto

/// The encrypted chunks of a file in the format of age: ChaCha20-Poly1305, with a counter and a mark of the last chunk in the nonce.
///
/// Source: age-encryption.org/v1, "Payload".
struct AgeStream {
    /// The length of each chunk except the last one, in bytes.
    static let chunkBytes = 65_536
    /// The length in bytes by which encryption extends a chunk.
    static let tagBytes = 16
    /// The length in bytes of the value before the first chunk, from which the key is derived.
    static let nonceBytes = 16

    private let key: SymmetricKey
    private(set) var counter: UInt64 = 0

    init(fileKey: SymmetricKey, nonce: some Sequence<UInt8>) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: fileKey, salt: Array(nonce), info: Array("payload".utf8), outputByteCount: 32)
    }

    private func nonce(isLast: Bool) throws -> ChaChaPoly.Nonce {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        return try ChaChaPoly.Nonce(data: [0, 0, 0] + number + [isLast ? 1 : 0])
    }

    mutating func seal(_ chunk: ArraySlice<UInt8>, isLast: Bool) throws -> [UInt8] {
        let box = try ChaChaPoly.seal(chunk, using: key, nonce: nonce(isLast: isLast))
        counter += 1
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// - Returns: `nil` if the chunk is not the one that was written at this place.
    mutating func open(_ chunk: ArraySlice<UInt8>, isLast: Bool) throws -> [UInt8]? {
        guard chunk.count >= Self.tagBytes else { return nil }
        let box = try ChaChaPoly.SealedBox(
            nonce: nonce(isLast: isLast), ciphertext: chunk.dropLast(Self.tagBytes), tag: chunk.suffix(Self.tagBytes))
        guard let clear = try? ChaChaPoly.open(box, using: key) else { return nil }
        counter += 1
        return Array(clear)
    }
}
