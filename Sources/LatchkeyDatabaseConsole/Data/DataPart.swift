import LatchkeyConsole
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyTree

/// A range of the children of a node, in key order. Its cost depends on the number of rows shown, not on the number of children.
struct DataPart {
    let rows: [DataRow]
    /// The address of the next range.
    let next: String?

    private static let maxRows = 100
    /// Keeps a page below 100 kB for any data.
    private static let maxBytes = 60_000

    /// - Parameters:
    ///   - after: The key after which the range starts; `nil` for the first children.
    ///   - until: The last key to include; `nil` for no limit.
    /// - Throws: `QueryError` or `DatabaseError`.
    init(of place: DataPlace, after: String?, until: String?) throws {
        let query = try Query(
            order: .key, start: after.map { Query.Bound(.string($0), isInclusive: false) }, end: until.map { Query.Bound(.string($0)) },
            limit: .first(Self.maxRows + 1))
        let found = try place.database.read(place.path, query: query, by: .administrator)
        let beginning = place.address(of: place.path) + (place.path.isRoot ? "" : "/")
        var rows: [DataRow] = []
        var bytes = 0
        var isCut = false
        for (key, child) in found.children {
            let row = DataRow(key, child, href: beginning + PercentEncoding.encode(key.text), mayEdit: place.mayEdit)
            bytes += row.bytes
            // At least one row is shown, however long its key.
            isCut = rows.count == Self.maxRows || !rows.isEmpty && bytes > Self.maxBytes
            if isCut { break }
            rows.append(row)
        }
        self.rows = rows
        next = isCut ? rows.last.map { place.address(of: place.path) + "&after=" + PercentEncoding.encode($0.key) } : nil
    }
}
