import GRDB
import LatchkeyIdentity

extension StoreTrouble {
    /// Creates the error for a problem of the disk.
    ///
    /// - Returns: `nil` for an error of the statement itself, such as a failed constraint.
    init?(_ error: any Error) {
        guard let error = error as? DatabaseError, Self.codes.contains(error.resultCode) else { return nil }
        self.init(cause: error.description)
    }

    /// The result codes for problems of a disk, a file or another process (sqlite.org/rescode.html). Transactions that share a commit with
    /// a write that fails on a full disk get `SQLITE_ABORT`.
    private static let codes: [ResultCode] = [
        .SQLITE_ABORT, .SQLITE_BUSY, .SQLITE_CANTOPEN, .SQLITE_CORRUPT, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_LOCKED, .SQLITE_NOMEM,
        .SQLITE_NOTADB, .SQLITE_PERM, .SQLITE_PROTOCOL, .SQLITE_READONLY,
    ]

    /// Runs a closure and converts its errors of the disk to ``StoreTrouble``.
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
