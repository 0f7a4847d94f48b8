/// Parameters in the form that OAuth 1.0a signs: percent-encoded, in one contiguous buffer, sorted (RFC 5849, section 3.4.1.3.2).
struct EncodedParameters {
    private struct Field {
        var start: Int
        var nameEnd: Int
        var end: Int
    }

    /// The encoded names and values without separators, in the order of arrival.
    private let bytes: [UInt8]
    /// The ranges of the pairs, sorted by encoded name, then by encoded value.
    private let fields: [Field]
    /// The ranges of the pairs of the first list, in their original order.
    private let header: ArraySlice<Field>

    /// Merges up to three lists and omits `oauth_signature`, which signatures never cover.
    init(_ first: Parameters, _ second: Parameters = [:], _ third: Parameters = [:]) {
        var fields: [Field] = []
        var header: ArraySlice<Field> = []
        fields.reserveCapacity(first.count + second.count + third.count)
        bytes = [UInt8](capacity: 3 * (first.utf8Count + second.utf8Count + third.utf8Count)) { writer in
            Self.encode(first, to: &writer, &fields)
            header = fields[...]
            Self.encode(second, to: &writer, &fields)
            Self.encode(third, to: &writer, &fields)
        }
        // The sort compares pairs, not joined text, because "=" sorts after "-", "." and the digits.
        bytes.withUnsafeBufferPointer { bytes in
            fields.sort { left, right in
                switch Self.order(bytes[left.start..<left.nameEnd], bytes[right.start..<right.nameEnd]) {
                case 0: Self.order(bytes[left.nameEnd..<left.end], bytes[right.nameEnd..<right.end]) < 0
                case let order: order < 0
                }
            }
        }
        self.fields = fields
        self.header = header
    }

    private static func encode(_ parameters: Parameters, to writer: inout ByteWriter, _ fields: inout [Field]) {
        for index in parameters.indices where parameters[index].name != "oauth_signature" {
            let start = writer.count
            writer.write(encoding: parameters[index].name)
            let nameEnd = writer.count
            writer.write(encoding: parameters[index].value)
            fields.append(Field(start: start, nameEnd: nameEnd, end: writer.count))
        }
    }

    /// The escaped, sorted and joined parameters.
    var text: String {
        String(capacity: joinedCount) { writeJoined(to: &$0) }
    }

    /// Returns the first list as an `Authorization` header that ends with the signature.
    func authorization(signature: String) -> String {
        String(capacity: 6 + bytes.count + 5 * header.count + 18 + 3 * signature.utf8.count) { writer in
            writer.write("OAuth ")
            bytes.withUnsafeBufferPointer { bytes in
                for field in header {
                    writer.write(UnsafeBufferPointer(rebasing: bytes[field.start..<field.nameEnd]))
                    writer.write("=\"")
                    writer.write(UnsafeBufferPointer(rebasing: bytes[field.nameEnd..<field.end]))
                    writer.write("\", ")
                }
            }
            writer.write("oauth_signature=\"")
            writer.write(encoding: signature)
            writer.write(UInt8(ascii: "\""))
        }
    }

    /// The length of the joined parameters in bytes, with one-byte separators.
    var joinedCount: Int { bytes.count + 2 * fields.count }

    /// Writes `name=value&name=value`.
    func writeJoined(to writer: inout ByteWriter) {
        write(to: &writer, equals: "=", ampersand: "&") { $0.write($1) }
    }

    /// Writes the joined form, encoded a second time for the base string.
    func writeEncodedAgain(to writer: inout ByteWriter) {
        write(to: &writer, equals: "%3D", ampersand: "%26") { $0.write(escapingPercentIn: $1) }
    }

    @inline(__always)
    private func write(
        to writer: inout ByteWriter, equals: StaticString, ampersand: StaticString,
        piece: (inout ByteWriter, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        bytes.withUnsafeBufferPointer { bytes in
            for (index, field) in fields.enumerated() {
                if index > 0 { writer.write(ampersand) }
                piece(&writer, UnsafeBufferPointer(rebasing: bytes[field.start..<field.nameEnd]))
                writer.write(equals)
                piece(&writer, UnsafeBufferPointer(rebasing: bytes[field.nameEnd..<field.end]))
            }
        }
    }

    /// Returns a negative value, zero or a positive value when `left` sorts before, equal to or after `right`, byte by byte.
    @inline(__always)
    private static func order(_ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let left = UnsafeBufferPointer(rebasing: left)
        let right = UnsafeBufferPointer(rebasing: right)
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return Int(left[index]) - Int(right[index])
        }
        return left.count - right.count
    }
}
