/// A streaming parser for CSV files (RFC 4180), which holds one row at a time.
struct CSVScanner {
    static let maxRowBytes = UserScanner.maxUserBytes

    private var fields: [String] = []
    private var field: [UInt8] = []
    private var quoted = false
    /// Whether a quote was read inside a quoted field: it ends the field, or is the first half of an escaped quote.
    private var quoteSeen = false
    private var rowBytes = 0
    /// Whether the first field has not ended yet.
    private var isAtStart = true
    /// The UTF-8 byte order mark, which some programs write.
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// - Parameter found: Called with each row that ends in this chunk. Empty lines are skipped.
    mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, found: ([String]) throws -> Void) throws {
        for byte in chunk {
            rowBytes += 1
            guard rowBytes <= Self.maxRowBytes else {
                throw UserScanner.Malformed(problem: "a row is longer than \(Self.maxRowBytes) bytes; a quote may be missing")
            }
            if quoted {
                if byte == UInt8(ascii: "\"") { (quoted, quoteSeen) = (false, true) } else { field.append(byte) }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                if quoteSeen { field.append(byte) }
                (quoted, quoteSeen) = (true, false)
            case UInt8(ascii: ","): endField()
            case 0x0d: break
            case 0x0a: try endRow(found)
            default: field.append(byte)
            }
            if byte != UInt8(ascii: "\"") { quoteSeen = false }
        }
    }

    mutating func finish(found: ([String]) throws -> Void) throws {
        guard !quoted else { throw UserScanner.Malformed(problem: "it is truncated: it ends inside quotes.") }
        try endRow(found)
    }

    private mutating func endField() {
        if isAtStart, field.starts(with: Self.mark) { field.removeFirst(Self.mark.count) }
        isAtStart = false
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
    }

    private mutating func endRow(_ found: ([String]) throws -> Void) throws {
        rowBytes = 0
        endField()
        defer { fields.removeAll(keepingCapacity: true) }
        guard fields.contains(where: { !$0.isEmpty }) else { return }
        try found(fields)
    }
}
