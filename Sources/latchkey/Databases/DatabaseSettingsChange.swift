import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyTree

/// The changes to the settings of a database; absent values stay unchanged.
struct DatabaseSettingsChange: Codable, Sendable, Equatable {
    /// The size limit in bytes; 0 for no limit.
    var sizeLimit: Int?
    /// The size limits in bytes, by path pattern; replaces all existing limits.
    var pathSizeLimits: [String: Int]?
    /// Sets the limits of a new database; overrides `pathSizeLimits`.
    var hasStandardPathSizeLimits: Bool?
    var defaultWriteSizeLimit: String?
}

extension DatabaseSettings {
    /// - Throws: ``AdminError`` for an invalid value.
    mutating func apply(_ change: DatabaseSettingsChange) throws {
        if let limit = change.sizeLimit {
            guard limit == 0 || Self.sizeLimitRange.contains(limit) else {
                throw AdminError(
                    "The size limit of a database is at least \(ByteCount(Self.sizeLimitRange.lowerBound)), or none; \(ByteCount(limit)) is less."
                )
            }
            sizeLimit = limit
        }
        if let limits = change.pathSizeLimits {
            do throws(PathSizeLimitError) {
                pathSizeLimits = try PathSizeLimits(limits)
            } catch {
                throw AdminError(error.description)
            }
        }
        if change.hasStandardPathSizeLimits == true { pathSizeLimits = nil }
        if let text = change.defaultWriteSizeLimit {
            guard let limit = WriteSizeLimit(rawValue: text) else {
                throw AdminError("\(text) is not one of: \(WriteSizeLimit.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            defaultWriteSizeLimit = limit
        }
    }
}

/// The settings and the size of a database.
struct DatabaseSettingsDescription: Codable, Sendable, Equatable {
    var name: String
    var project: String
    /// The size in bytes, as counted for the limits.
    var size: Int
    /// The size limit in bytes; 0 for no limit.
    var sizeLimit: Int
    /// The size limits in bytes, by path pattern; `nil` for the limits of a new database.
    var pathSizeLimits: [String: Int]?
    var defaultWriteSizeLimit: String
}

extension Administrator {
    func changeDatabaseSettings(_ name: DatabaseName, _ change: DatabaseSettingsChange) async throws -> DatabaseSettingsDescription {
        let database = try await database(name)
        let settings = try await databaseAdministration.change(database, by: .command) { try $0.apply(change) }
        return DatabaseSettingsDescription(
            name: database.id.name, project: database.id.project, size: database.size, sizeLimit: settings.sizeLimit,
            pathSizeLimits: settings.pathSizeLimits?.bytes, defaultWriteSizeLimit: settings.defaultWriteSizeLimit.rawValue)
    }
}
