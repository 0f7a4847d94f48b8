/// Writes sequentially to memory of a precomputed size.
///
/// Signing is the hot path of this module: the writer avoids the reallocation, copying and Unicode checks of `String.append`.
/// The bounds are checked once for each run of bytes, before it is written.
struct ByteWriter {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        self.memory = memory
    }

    @inline(__always)
    private func require(_ space: Int) {
        precondition(memory.count - count >= space, "the memory was reckoned too small")
    }

    @inline(__always)
    mutating func write(_ byte: UInt8) {
        require(1)
        memory[count] = byte
        count &+= 1
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        require(bytes.count)
        guard let source = bytes.baseAddress, let start = memory.baseAddress else { return }
        (start + count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    mutating func write(_ literal: StaticString) {
        write(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    mutating func write(_ text: String) {
        text.withUTF8Bytes { write($0) }
    }

    /// Writes the bytes percent-encoded; needs at most three times their number (RFC 5849, section 3.6).
    mutating func write(encoding bytes: UnsafeBufferPointer<UInt8>) {
        require(3 * bytes.count)
        guard let start = memory.baseAddress else { return }
        let unreserved = ByteSet.unreserved
        var end = count
        for byte in bytes {
            // Written first, then overwritten in the rare case that it needs an escape.
            start[end] = byte
            if unreserved.contains(byte) {
                end &+= 1
            } else {
                start[end] = UInt8(ascii: "%")
                start[end &+ 1] = Self.digit(byte >> 4)
                start[end &+ 2] = Self.digit(byte & 15)
                end &+= 3
            }
        }
        count = end
    }

    /// Writes already encoded bytes, encoded a second time: only percent signs change.
    mutating func write(escapingPercentIn bytes: UnsafeBufferPointer<UInt8>) {
        require(3 * bytes.count)
        guard let start = memory.baseAddress else { return }
        var end = count
        for byte in bytes {
            start[end] = byte
            end &+= 1
            if byte == UInt8(ascii: "%") {
                start[end] = UInt8(ascii: "2")
                start[end &+ 1] = UInt8(ascii: "5")
                end &+= 2
            }
        }
        count = end
    }

    mutating func write(encoding byte: UInt8) {
        withUnsafePointer(to: byte) { write(encoding: UnsafeBufferPointer(start: $0, count: 1)) }
    }

    mutating func write(encoding text: String) {
        text.withUTF8Bytes { write(encoding: $0) }
    }

    @inline(__always)
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }
}

extension String {
    /// Passes the UTF-8 bytes to a closure; copies them only if the text is not stored as UTF-8 (bridged strings on Apple platforms).
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
        return try Array(utf8).withUnsafeBufferPointer(body)
    }

    /// Creates a string of at most `capacity` UTF-8 bytes.
    init(capacity: Int, writing body: (inout ByteWriter) -> Void) {
        self.init(unsafeUninitializedCapacity: capacity) { memory in
            var writer = ByteWriter(memory)
            body(&writer)
            return writer.count
        }
    }
}

extension [UInt8] {
    /// Creates an array of at most `capacity` bytes.
    init(capacity: Int, writing body: (inout ByteWriter) -> Void) {
        self.init(unsafeUninitializedCapacity: capacity) { memory, count in
            var writer = ByteWriter(memory)
            body(&writer)
            count = writer.count
        }
    }
}
