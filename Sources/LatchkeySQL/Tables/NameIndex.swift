import LatchkeyIdentity

/// The indexes by which accounts are found by their display names.
///
/// `lower` changes ASCII letters only: in SQLite always, in PostgreSQL because of the collation `C`.
package enum NameIndex {
    private static let length = SortedName.length

    /// The beginning of the name, and of its rest after the first space, with the names that have one.
    static let parts = [
        (name: "lower(substr(display_name, 1, \(length)))", condition: "display_name IS NOT NULL"),
        (
            name: "lower(substr(display_name, CAST(instr(display_name, ' ') AS INT) + 1, \(length)))",
            condition: "instr(display_name, ' ') > 0"
        ),
    ]

    /// The statements that create the indexes.
    package static let sql = zip(["account_by_name", "account_by_rest_of_name"], parts).map { index, part in
        "CREATE INDEX \(index) ON account (project, tenant, (\(part.name))) WHERE \(part.condition);"
    }.joined(separator: "\n")

    /// Returns the texts to search for. A first letter outside of ASCII is searched for in both cases.
    static func forms(of text: String) -> [String] {
        let whole = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
        let rest = whole.dropFirst()
        let first = whole.prefix(1)
        return Set([String(first), first.lowercased(), first.uppercased()].map { SortedName.key(of: $0 + rest) }).sorted()
    }
}
