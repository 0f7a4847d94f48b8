public import LatchkeySecrets

/// Decrypts a file that ``AgeEncryption`` or the program `age` encrypted with a passphrase.
public struct AgeDecryption: ByteTransform {
    private let passphrase: Secret<String>
    /// `nil` until the header was read.
    private var stream: AgeStream?
    private var waiting: [UInt8] = []

    /// The number of bytes from which ``isEncrypted(_:)`` decides.
    public static let markBytes = mark.count
    private static let mark = Array((AgeHeader.version + "\n").utf8)

    /// Creates the decryption of one file. The keys are derived when its header was read.
    public init(passphrase: Secret<String>) {
        self.passphrase = passphrase
    }

    /// Returns whether a file with these first bytes is encrypted.
    public static func isEncrypted(_ start: some Sequence<UInt8>) -> Bool { start.starts(with: mark) }

    /// Returns the next bytes of the contents. They are those that were encrypted, but the end may be missing until ``finish()`` succeeds.
    ///
    /// - Throws: ``AgeError``.
    public mutating func append(_ bytes: [UInt8]) throws -> [UInt8] {
        waiting += bytes
        if stream == nil { try readHeader() }
        guard var stream else { return [] }
        let sealedBytes = AgeStream.chunkBytes + AgeStream.tagBytes
        var (output, start): ([UInt8], Int) = ([], 0)
        while waiting.count - start > sealedBytes {
            guard let clear = try stream.open(waiting[start..<start + sealedBytes], isLast: false) else { throw AgeError.altered }
            output += clear
            start += sealedBytes
        }
        waiting.removeFirst(start)
        self.stream = stream
        return output
    }

    /// Returns the last bytes of the contents.
    ///
    /// - Throws: ``AgeError``.
    public mutating func finish() throws -> [UInt8] {
        guard var stream else {
            throw Self.isEncrypted(waiting) || Self.mark.starts(with: waiting) ? AgeError.truncated : AgeError.notEncrypted
        }
        if let clear = try stream.open(waiting[...], isLast: true) {
            // Only an empty file has an empty last chunk.
            guard !clear.isEmpty || stream.counter == 1 else { throw AgeError.altered }
            waiting = []
            self.stream = stream
            return clear
        }
        if waiting.count < AgeStream.tagBytes { throw AgeError.truncated }
        throw try stream.open(waiting[...], isLast: false) == nil ? AgeError.altered : AgeError.truncated
    }

    private mutating func readHeader() throws {
        guard Self.isEncrypted(waiting) || Self.mark.starts(with: waiting) else { throw AgeError.notEncrypted }
        let start = waiting.prefix(AgeHeader.maxBytes)
        guard let end = Self.end(of: start) else {
            if start.count == AgeHeader.maxBytes { throw AgeError.unsupported }
            return
        }
        let nonceEnd = end + AgeStream.nonceBytes
        guard waiting.count >= nonceEnd else { return }
        guard let text = String(validating: start[..<end], as: UTF8.self) else { throw AgeError.unsupported }
        let key = try AgeHeader(text).key(passphrase: passphrase)
        stream = AgeStream(fileKey: key, nonce: waiting[end..<nonceEnd])
        waiting.removeFirst(nonceEnd)
    }

    /// The index after the line with the header's authentication code.
    private static func end(of start: ArraySlice<UInt8>) -> Int? {
        guard let last = start.firstRange(of: Array("\n---".utf8)), let line = start[last.upperBound...].firstIndex(of: 0x0a) else {
            return nil
        }
        return line + 1
    }
}
