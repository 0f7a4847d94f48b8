import GRDB
import LatchkeyIdentity

extension StoreTrouble {
    /// - Returns: `nil` for an error of the statement itself, such as a constraint that failed.
    init?(_ error: any Error) {
        guard let error = error as? DatabaseError, Self.codes.contains(error.resultCode) else { return nil }
        self.init(cause: error.description)
    }

    /// The result codes that a disk, a file or another process causes (sqlite.org/rescode.html). What shares a transaction with a write
    /// that a full disk refused is told `SQLITE_ABORT`.
    private static let codes: [ResultCode] = [
        .SQLITE_ABORT, .SQLITE_BUSY, .SQLITE_CANTOPEN, .SQLITE_CORRUPT, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_LOCKED, .SQLITE_NOMEM,
        .SQLITE_NOTADB, .SQLITE_PERM, .SQLITE_PROTOCOL, .SQLITE_READONLY,
    ]

    /// Runs a body whose errors of this kind are thrown as such.
    static func naming<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch {
            throw StoreTrouble(error) ?? error
        }
    }

    static func naming<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            throw StoreTrouble(error) ?? error
        }
    }
}
