/// The result of an import.
struct ImportSum: Encodable, Sendable {
    private(set) var created = 0
    private(set) var replaced = 0
    private(set) var unchanged = 0
    private(set) var kept = 0
    private(set) var refused = 0
    /// The first rejected rows.
    private(set) var rows: [UserImportReply.Row] = []
    private(set) var warnings: [Warning] = []

    /// A message about users that were imported with a restriction.
    struct Warning: Encodable, Sendable {
        let message: String
        var users: Int
        /// The first of these users.
        let row: UserImportReply.Row
    }

    /// The maximum number of rejected rows in the summary. The report contains all of them.
    private static let maxRows = 10
    private static let maxWarnings = 10

    /// The number of processed rows.
    var count: Int { created + replaced + unchanged + kept + refused }

    /// Adds the result of a page; its rows have their indexes in the file.
    mutating func add(_ page: UserImportReply) {
        created += page.created
        replaced += page.replaced
        unchanged += page.unchanged
        kept += page.kept
        refused += page.refused
        for row in page.rows {
            if row.result == "refused" {
                if rows.count < Self.maxRows { rows.append(row) }
            } else if row.result == "created", let message = row.message {
                warn(message, of: row)
            }
        }
    }

    private mutating func warn(_ message: String, of row: UserImportReply.Row) {
        if let index = warnings.firstIndex(where: { $0.message == message }) {
            warnings[index].users += 1
        } else if warnings.count < Self.maxWarnings {
            warnings.append(Warning(message: message, users: 1, row: row))
        }
    }

    /// - Parameter reported: Whether a report contains all rows.
    func summary(reported: Bool) -> String {
        var parts = ["\(created) imported"]
        if replaced > 0 { parts.append("\(replaced) replaced") }
        if unchanged > 0 { parts.append("\(unchanged) existing, unchanged") }
        if kept > 0 { parts.append("\(kept) existing with differences, not changed (--overwrite replaces them)") }
        if refused > 0 { parts.append("\(refused) refused") }
        var lines = [parts.joined(separator: ", ") + "."]
        if created + replaced + refused + kept == 0, unchanged > 0 { lines.append("Nothing changed.") }
        for row in rows { lines.append("  \(row.place): refused: \(row.message ?? "")") }
        for warning in warnings {
            let place = warning.users == 1 ? warning.row.place : "\(warning.users) users, the first in \(warning.row.place)"
            lines.append("  \(place): imported, but \(warning.message)")
        }
        if !reported, refused > rows.count || warnings.contains(where: { $0.users > 1 }) {
            lines.append("  ... Use --report FILE to list all of them.")
        }
        return lines.map(Visible.text).joined(separator: "\n")
    }
}

extension UserImportReply.Row {
    fileprivate var place: String { "row \(index + 1)\(uid.map { " (\($0))" } ?? "")" }
}
