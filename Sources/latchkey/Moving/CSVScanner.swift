/// Finds the rows of a CSV file (RFC 4180), however long it is: holds one row at a time.
struct CSVScanner {
    static let maxRowBytes = UserScanner.maxUserBytes

    private var fields: [String] = []
    private var field: [UInt8] = []
    private var quoted = false
    /// After a quote inside a quoted field: the end of it, or the first half of a quote.
    private var quoteSeen = false
    private var rowBytes = 0
    /// Before the end of the first field.
    private var isAtStart = true
    /// What some programs put before UTF-8: the byte order mark.
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

    /// - Parameter found: Is given each row that ends in this part. Empty lines are passed over.
    mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, found: ([String]) throws -> Void) throws {
        for byte in chunk {
            rowBytes += 1
            guard rowBytes <= Self.maxRowBytes else {
                throw UserScanner.Malformed(problem: "a row is longer than \(Self.maxRowBytes) bytes: is a quote missing?")
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
        guard !quoted else { throw UserScanner.Malformed(problem: "it ends inside quotes: it was cut off.") }
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
