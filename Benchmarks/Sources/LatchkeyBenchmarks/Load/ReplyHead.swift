/// The parts of a response head that are needed to find the end of the response.
struct ReplyHead {
    let status: Int
    /// The size of the head, including the empty line.
    let byteCount: Int
    private let bodyByteCount: Int
    let isChunked: Bool

    private static let chunkedField = Array("\r\ntransfer-encoding: chunked".utf8)
    private static let lastChunk = Array("\r\n0\r\n\r\n".utf8)
    private static let lengthField = Array("\r\ncontent-length:".utf8)

    /// Parses a head; `nil` while it is incomplete.
    init?(_ bytes: ArraySlice<UInt8>) {
        var length = 0
        var isChunked = false
        var end: Int?
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count > 15 else { return }
            for index in 0..<(bytes.count - 3) where bytes[index] == 0x0d {
                if bytes[index + 2] == 0x0d, bytes[index + 3] == 0x0a {
                    end = index + 4
                    return
                }
                if Self.has(Self.chunkedField, bytes, at: index) { isChunked = true }
                guard Self.has(Self.lengthField, bytes, at: index) else { continue }
                var position = index + Self.lengthField.count
                while position < bytes.count, bytes[position] == 0x20 { position += 1 }
                while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
                    length = length * 10 + Int(bytes[position] - 0x30)
                    position += 1
                }
            }
        }
        guard let end else { return nil }
        byteCount = end
        bodyByteCount = length
        self.isChunked = isChunked
        status = bytes.dropFirst(9).prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// Returns the index after the body, in bytes that start with this head; `nil` while the body is incomplete.
    func end(in received: ArraySlice<UInt8>) -> Int? {
        // JSON does not contain this sequence of line ends.
        if isChunked { return received.suffix(Self.lastChunk.count).elementsEqual(Self.lastChunk) ? received.endIndex : nil }
        return received.count >= byteCount + bodyByteCount ? received.startIndex + byteCount + bodyByteCount : nil
    }

    private static func has(_ field: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + field.count < bytes.count else { return false }
        for (offset, byte) in field.enumerated() where bytes[index + offset] | 0x20 != byte | 0x20 { return false }
        return true
    }
}
