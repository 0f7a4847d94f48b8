/// Shortens runs of equal bytes, which fill the unused parts of pages.
///
/// The format is a sequence of counts, each a number of the form of LEB128. If its lowest bit is 0, as many bytes as the rest of the number
/// says follow; if it is 1, one byte follows, which is repeated as often.
enum RunLengths {
    /// The length from which a run is shorter as a count.
    private static let minRun = 16

    static func pack(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        packed.reserveCapacity(bytes.count / 2)
        bytes.withUnsafeBufferPointer { bytes in
            var (literal, place) = (0, 0)
            while place < bytes.count {
                var end = place + 1
                while end < bytes.count, bytes[end] == bytes[place] { end += 1 }
                if end - place >= minRun {
                    if place > literal {
                        append((place - literal) << 1, to: &packed)
                        packed.append(contentsOf: bytes[literal..<place])
                    }
                    append((end - place) << 1 | 1, to: &packed)
                    packed.append(bytes[place])
                    literal = end
                }
                place = end
            }
            guard bytes.count > literal else { return }
            append((bytes.count - literal) << 1, to: &packed)
            packed.append(contentsOf: bytes[literal...])
        }
        return packed
    }

    /// - Parameter maxBytes: The largest accepted length of the result.
    /// - Returns: `nil` if the bytes do not have this format.
    static func unpack(_ packed: some Collection<UInt8>, maxBytes: Int) -> [UInt8]? {
        var (bytes, rest) = ([UInt8](), Array(packed)[...])
        while !rest.isEmpty {
            guard let count = number(&rest), count >> 1 <= maxBytes - bytes.count else { return nil }
            if count & 1 == 1 {
                guard let byte = rest.popFirst() else { return nil }
                bytes.append(contentsOf: repeatElement(byte, count: count >> 1))
            } else {
                guard count >> 1 <= rest.count else { return nil }
                bytes.append(contentsOf: rest.prefix(count >> 1))
                rest = rest.dropFirst(count >> 1)
            }
        }
        return bytes
    }

    private static func append(_ number: Int, to packed: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            packed.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        packed.append(UInt8(rest))
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var (number, shift) = (0, 0)
        while let byte = rest.popFirst(), shift < 35 {
            number |= Int(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
        return nil
    }
}
