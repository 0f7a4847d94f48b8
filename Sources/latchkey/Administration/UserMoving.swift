import Foundation
import LatchkeyWire

/// A page of users from a file, for import.
struct UserImportPage: Codable, Sendable {
    /// The concatenated JSON of the users.
    var users = Data()
    /// The length of each user's JSON.
    var lengths: [Int] = []
    /// The reasons why rows are invalid, by index in the page; their length is 0.
    var problems: [Int: String] = [:]
    /// How hashes of each version are stored; the response to `users:prepareImport`.
    var methods: [ImportMethod]
    var overwrite: Bool
    /// Whether the response lists all rows, not only those that were rejected or have a warning.
    var detailed: Bool

    mutating func append(_ row: UserFile.Row) {
        switch row {
        case .user(let bytes): users.append(contentsOf: bytes)
        case .unreadable(let problem): problems[lengths.count] = problem
        }
        lengths.append(row.byteCount)
    }
}

/// How hashes of one version are stored.
struct ImportMethod: Codable, Sendable, Equatable {
    var version: Int
    /// The number of their hash configuration; `nil` for the project's own hashes.
    var configuration: Int?
    var rounds: Int?
    var memoryCost: Int?
}

/// The result of importing a page.
struct UserImportReply: Codable, Sendable {
    var created = 0
    var replaced = 0
    var unchanged = 0
    var kept = 0
    var refused = 0
    var rows: [Row] = []

    struct Row: Codable, Sendable {
        /// The index in the page, from 0.
        var index: Int
        var uid: String?
        /// `created`, `replaced`, `unchanged`, `kept` or `refused`.
        var result: String
        var message: String?
    }
}

/// The hash parameters of one version, for requests over a socket that only the operator can access.
struct VersionedHashing: Codable, Sendable {
    var version: Int
    var parameters: BatchCreateRequest
}

/// A page of accounts with password hashes.
struct UserExportPage: Codable, Sendable {
    var users: [UserInfo]
    /// The UID to continue after; `nil` for the last page.
    var next: String?
}
