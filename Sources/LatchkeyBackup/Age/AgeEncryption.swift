import Crypto
public import LatchkeySecrets

/// Encrypts bytes of any length with a passphrase, in the format of age (age-encryption.org/v1). The program `age` decrypts them.
public struct AgeEncryption: ByteTransform {
    /// The accepted lengths of a passphrase in bytes.
    public static let passphraseBytes = 12...1024

    private var stream: AgeStream
    /// The header, until it is written.
    private var output: [UInt8]
    private var waiting: [UInt8] = []

    /// Derives the keys, which takes about a second and 256 MiB of memory.
    public init(passphrase: Secret<String>) throws {
        try self.init(passphrase: passphrase, cost: AgeHeader.standardCost)
    }

    /// - Parameter cost: The work factor, as an exponent of two.
    init(passphrase: Secret<String>, cost: Int) throws {
        let (header, key) = try AgeHeader.make(passphrase: passphrase, cost: cost)
        let nonce = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        stream = AgeStream(fileKey: key, nonce: nonce)
        output = header.bytes + nonce
    }

    /// Returns the length of the encrypted bytes, for a number of bytes of which none was added yet.
    public func length(of count: Int) -> Int {
        let chunks = max(1, (count + AgeStream.chunkBytes - 1) / AgeStream.chunkBytes)
        return output.count + count + chunks * AgeStream.tagBytes
    }

    /// Returns the encrypted chunks that are complete; the header comes first.
    public mutating func append(_ bytes: [UInt8]) throws -> [UInt8] {
        waiting += bytes
        var start = 0
        // A chunk is not the last one if at least one byte follows.
        while waiting.count - start > AgeStream.chunkBytes {
            output += try stream.seal(waiting[start..<start + AgeStream.chunkBytes], isLast: false)
            start += AgeStream.chunkBytes
        }
        waiting.removeFirst(start)
        defer { output = [] }
        return output
    }

    /// Returns the last encrypted bytes.
    public mutating func finish() throws -> [UInt8] {
        defer { (output, waiting) = ([], []) }
        return output + (try stream.seal(waiting[...], isLast: true))
    }
}
