/// A statement with numbered parameters (`$1`), as PostgreSQL prepares it.
struct NumberedStatement: Equatable {
    let sql: String
    /// The names of the parameters, in the order of their numbers.
    let names: [String]

    /// Creates the statement from one with named parameters (`:email`).
    ///
    /// Hints for SQLite's planner are left out: `INDEXED BY` with the name of an index, and the unary plus before a column.
    init(_ named: String) {
        let text = Array(named.utf8)
        var (sql, names): ([UInt8], [String]) = ([], [])
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "'"):
                let end = text[(index + 1)...].firstIndex(of: UInt8(ascii: "'")) ?? text.count - 1
                sql += text[index...end]
                index = end + 1
            case UInt8(ascii: ":") where text[index...].starts(with: Self.cast):
                sql += Self.cast
                index += Self.cast.count
            case UInt8(ascii: ":") where text[(index + 1)...].first.map(Self.isWord) == true:
                let end = text[(index + 1)...].firstIndex { !Self.isWord($0) } ?? text.count
                let name = String(decoding: text[index..<end], as: UTF8.self)
                let number = names.firstIndex(of: name) ?? names.count
                if number == names.count { names.append(name) }
                sql += Array("$\(number + 1)".utf8)
                index = end
            case UInt8(ascii: "+") where text[(index + 1)...].first.map(Self.isWord) == true:
                index += 1
            case UInt8(ascii: "I") where text[index...].starts(with: Self.hint):
                index = text[(index + Self.hint.count)...].firstIndex { !Self.isWord($0) } ?? text.count
            case let byte:
                sql.append(byte)
                index += 1
            }
        }
        self.sql = String(decoding: sql, as: UTF8.self)
        self.names = names
    }

    private static let cast = Array("::".utf8)
    private static let hint = Array("INDEXED BY ".utf8)

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
