import Foundation
import GRDB
import GRDBSQLite
import LatchkeySQL

extension Statement {
    /// Binds the values of the statement.
    ///
    /// GRDB ends a text at its first NUL, so two different IDs could become equal, and converts an empty blob to NULL. Values must be
    /// stored unchanged, so this binds them with their lengths. It also keeps them out of GRDB's errors.
    func bind(_ values: Values) throws {
        setUncheckedArguments(StatementArguments())
        var boundCount: Int32 = 0
        var next: Int32 = 1
        for (name, value) in values.pairs {
            let index = index(of: name, expectedAt: next)
            guard index > 0 else { continue }
            next = index + 1
            let code = bind(value.stored, at: index)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
            boundCount += 1
        }
        precondition(boundCount == sqlite3_bind_parameter_count(sqliteStatement), "a value is missing: \(sql)")
    }

    /// Returns the index of a parameter; 0 if the statement has none of this name.
    ///
    /// SQLite compares the names one after the other. Values in the order of the statement are found without a search.
    private func index(of name: String, expectedAt expected: Int32) -> Int32 {
        if let text = sqlite3_bind_parameter_name(sqliteStatement, expected), name.withCString({ strcmp($0, text) }) == 0 {
            return expected
        }
        return sqlite3_bind_parameter_index(sqliteStatement, name)
    }

    private func bind(_ value: StoredValue, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(sqliteStatement, index)
        case .integer(let number): sqlite3_bind_int64(sqliteStatement, index, number)
        case .text(var text):
            text.withUTF8 { bytes in
                // An empty text may have a nil address, which SQLite treats as NULL.
                guard let start = bytes.baseAddress else { return sqlite3_bind_text(sqliteStatement, index, "", 0, copied) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text64(sqliteStatement, index, $0, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
                }
            }
        // An empty blob may have a nil address, too.
        case .blob([]): sqlite3_bind_zeroblob(sqliteStatement, index, 0)
        case .blob(let bytes): sqlite3_bind_blob64(sqliteStatement, index, bytes, UInt64(bytes.count), copied)
        }
    }
}

/// `SQLITE_TRANSIENT`, a cast that Swift does not import. SQLite copies the bytes.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
