import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyTree

/// Some children of a node, in the order of their keys. However many there are, no more are looked at than are shown.
struct DataPart {
    let rows: [DataRow]
    /// Where the next ones are.
    let next: String?

    private static let maxRows = 100
    /// A page is less than 100 kB, whatever people put into it.
    private static let maxBytes = 60_000

    /// - Parameters:
    ///   - after: the key that those shown come after; nil for the first ones.
    ///   - until: the last key that may be shown; nil for all.
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
            // One at least, however long its key.
            isCut = rows.count == Self.maxRows || !rows.isEmpty && bytes > Self.maxBytes
            if isCut { break }
            rows.append(row)
        }
        self.rows = rows
        next = isCut ? rows.last.map { place.address(of: place.path) + "&after=" + PercentEncoding.encode($0.key) } : nil
    }
}
