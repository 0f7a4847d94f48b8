/// The structure of a table, read from the schema, so that a move can forget neither a table nor a column.
package struct StoredTable: Equatable, Sendable {
    package let name: String
    /// The columns in the order of the schema.
    package var columns: [String] = []
    /// The columns of the primary key, in its order.
    package var key: [String] = []
    /// The tables of its foreign keys.
    package var parents: Set<String> = []

    package init(_ name: String) { self.name = name }

    /// A column that both databases number, and that the schema of SQLite does not list.
    package static let rowID = "rowid"

    /// A column as a database lists it.
    package struct Column: Sendable {
        package let table: String
        package let name: String
        /// The position in the primary key, from 1; 0 for other columns.
        package let positionInKey: Int

        /// Reads three columns: table, name and position in the key.
        package init(_ row: inout StoredRow) throws {
            (table, name, positionInKey) = (try row.next(), try row.next(), try row.next())
        }
    }

    /// Returns the tables with data, sorted by name. Tables of the schema itself and of the process are left out.
    package static func tables(_ columns: [Column], references: [(child: String, parent: String)]) -> [StoredTable] {
        let groups = Dictionary(grouping: columns.filter { !isInternal($0.table) }, by: \.table)
        return groups.sorted { $0.key < $1.key }.map { name, columns in
            var table = StoredTable(name)
            table.columns = columns.map(\.name)
            table.key = columns.filter { $0.positionInKey > 0 }.sorted { $0.positionInKey < $1.positionInKey }.map(\.name)
            table.parents = Set(references.filter { $0.child == name && $0.parent != name }.map(\.parent))
            return table
        }
    }

    private static func isInternal(_ table: String) -> Bool {
        ["store_", "grdb_", "sqlite_"].contains(where: table.hasPrefix)
    }
}

extension [StoredTable] {
    /// The tables with each one after those of its foreign keys.
    package var parentsFirst: [StoredTable] {
        var sorted: [StoredTable] = []
        var rest = self
        while !rest.isEmpty {
            let waiting = Set(rest.map(\.name))
            let free = rest.filter { $0.parents.isDisjoint(with: waiting) }
            // A cycle has no order; the constraints of the database then report it.
            sorted += free.isEmpty ? rest : free
            rest = free.isEmpty ? [] : rest.filter { !$0.parents.isDisjoint(with: waiting) }
        }
        return sorted
    }
}
