import LatchkeyWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A part of a file with users, on its way to the store.
struct UserImportPage: Codable, Sendable {
    /// The JSON of the users, one after the other.
    var users = Data()
    /// How long each of them is.
    var lengths: [Int] = []
    /// Why a row is no user, by its place in the page; its length is 0.
    var problems: [Int: String] = [:]
    /// How hashes of each version are stored: the answer to `prepareImport`.
    var methods: [ImportMethod]
    var overwrite: Bool
    /// Whether the answer names all rows instead of those that were refused or warned of.
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
    /// The number of their configuration; absent for hashes of the project's own.
    var configuration: Int?
    var rounds: Int?
    var memoryCost: Int?
}

/// What became of a part of a file.
struct UserImportReply: Codable, Sendable {
    var created = 0
    var replaced = 0
    var unchanged = 0
    var kept = 0
    var refused = 0
    var rows: [Row] = []

    struct Row: Codable, Sendable {
        /// Its place in the page, from 0.
        var index: Int
        var uid: String?
        /// `created`, `replaced`, `unchanged`, `kept` or `refused`.
        var result: String
        var message: String?
    }
}

/// Hash parameters of one version, on their way through a socket that only their common user can open.
struct VersionedHashing: Codable, Sendable {
    var version: Int
    var parameters: BatchCreateRequest
}

/// A part of all accounts, with hashes.
struct UserExportPage: Codable, Sendable {
    var users: [UserInfo]
    /// The uid to continue after; absent at the end.
    var next: String?
}
