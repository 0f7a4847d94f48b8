import Crypto

/// Protects a large object: with a key as encrypted chunks like those of age, without one by a checksum at its end.
public struct ArchiveSealing: ByteTransform {
    private var stream: AgeStream?
    /// The random value at the beginning, until it is written.
    private var output: [UInt8] = []
    private var waiting: [UInt8] = []
    private var hash = SHA256()
    private let place: String

    init(key: SymmetricKey?, place: String) {
        self.place = place
        guard let key else { return }
        output = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        stream = AgeStream(fileKey: key, nonce: output)
    }

    /// Returns the length of the object for a length of its contents.
    public func length(of count: Int) -> Int {
        guard stream != nil else { return count + SHA256.byteCount }
        return AgeStream.nonceBytes + count + max(1, (count + AgeStream.chunkBytes - 1) / AgeStream.chunkBytes) * AgeStream.tagBytes
    }

    /// Returns the complete chunks.
    public mutating func append(_ bytes: [UInt8]) throws -> [UInt8] {
        guard stream != nil else {
            hash.update(data: bytes)
            return bytes
        }
        waiting += bytes
        var start = 0
        // A chunk is not the last one if at least one byte follows.
        while waiting.count - start > AgeStream.chunkBytes {
            output += try stream?.seal(waiting[start..<start + AgeStream.chunkBytes], isLast: false) ?? []
            start += AgeStream.chunkBytes
        }
        waiting.removeFirst(start)
        defer { output = [] }
        return output
    }

    /// Returns the end of the object.
    public mutating func finish() throws -> [UInt8] {
        guard stream != nil else {
            hash.update(data: Array(place.utf8))
            return Array(hash.finalize())
        }
        defer { (output, waiting) = ([], []) }
        return output + (try stream?.seal(waiting[...], isLast: true) ?? [])
    }
}

/// Returns the contents of an object that ``ArchiveSealing`` protected. They are valid when ``finish()`` succeeds.
public struct ArchiveOpening: ByteTransform {
    private let key: SymmetricKey?
    private let place: String
    private var stream: AgeStream?
    private var waiting: [UInt8] = []
    private var hash = SHA256()

    init(key: SymmetricKey?, place: String) { (self.key, self.place) = (key, place) }

    /// Returns the next bytes of the contents.
    ///
    /// - Throws: ``ArchiveFormatError/damaged``.
    public mutating func append(_ bytes: [UInt8]) throws -> [UInt8] {
        waiting += bytes
        guard let key else {
            let content = Array(waiting.dropLast(SHA256.byteCount))
            waiting.removeFirst(content.count)
            hash.update(data: content)
            return content
        }
        if stream == nil {
            guard waiting.count >= AgeStream.nonceBytes else { return [] }
            stream = AgeStream(fileKey: key, nonce: waiting.prefix(AgeStream.nonceBytes))
            waiting.removeFirst(AgeStream.nonceBytes)
        }
        let sealedBytes = AgeStream.chunkBytes + AgeStream.tagBytes
        var (output, start): ([UInt8], Int) = ([], 0)
        while waiting.count - start > sealedBytes {
            guard let clear = try stream?.open(waiting[start..<start + sealedBytes], isLast: false) else {
                throw ArchiveFormatError.damaged
            }
            output += clear
            start += sealedBytes
        }
        waiting.removeFirst(start)
        return output
    }

    /// Returns the last bytes of the contents.
    ///
    /// - Throws: ``ArchiveFormatError/damaged``.
    public mutating func finish() throws -> [UInt8] {
        guard key != nil else {
            hash.update(data: Array(place.utf8))
            guard Array(hash.finalize()) == waiting else { throw ArchiveFormatError.damaged }
            return []
        }
        guard let clear = try stream?.open(waiting[...], isLast: true) else { throw ArchiveFormatError.damaged }
        return clear
    }
}
