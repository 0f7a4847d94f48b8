import Foundation

/// The name of a backup among others: `latchkey-20261127T023600Z.db`, in UTC, so that names sort by time. The names of encrypted backups end
/// with `.db.age`.
struct BackupName: Equatable, Comparable {
    let text: String

    /// The beginning of all names.
    static let prefix = "latchkey-"
    private static let (suffix, encryptedSuffix) = (".db", ".db.age")

    init(at time: Date, isEncrypted: Bool) {
        let stamp = time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        text = Self.prefix + stamp + (isEncrypted ? Self.encryptedSuffix : Self.suffix)
    }

    /// - Returns: `nil` for names of other files.
    init?(_ name: String) {
        // The parser ignores what follows a time.
        guard let time = Self.time(of: name), BackupName(at: time, isEncrypted: name.hasSuffix(Self.encryptedSuffix)).text == name else {
            return nil
        }
        text = name
    }

    var time: Date { Self.time(of: text) ?? .distantPast }

    /// The name of the next second, for a backup within the same second as another one.
    var next: BackupName { BackupName(at: time + 1, isEncrypted: text.hasSuffix(Self.encryptedSuffix)) }

    private static func time(of name: String) -> Date? {
        guard name.hasPrefix(prefix), let suffix = [suffix, encryptedSuffix].first(where: { name.hasSuffix($0) }) else { return nil }
        let stamp = name.dropFirst(prefix.count).dropLast(suffix.count)
        return try? Date(String(stamp), strategy: .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    }

    static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
