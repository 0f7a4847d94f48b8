import LatchkeySQL

/// The schema, for a move to another database.
extension PostgresConnection {
    private static let namespace = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"

    func storedTables() throws -> [StoredTable] {
        var columns: [StoredTable.Column] = []
        let sql = """
            SELECT CAST(t.relname AS TEXT), CAST(c.attname AS TEXT), CAST(coalesce(array_position(k.conkey, c.attnum), 0) AS BIGINT)
            FROM pg_class AS t
                JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
                LEFT JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.contype = 'p'
            WHERE t.relkind = 'r' AND t.relnamespace = \(Self.namespace) ORDER BY t.relname COLLATE "C", c.attnum
            """
        _ = try execute(sql, [:]) { columns.append(try StoredTable.Column(&$0)) }
        var references: [(child: String, parent: String)] = []
        let keys = """
            SELECT CAST(child.relname AS TEXT), CAST(parent.relname AS TEXT)
            FROM pg_constraint AS k JOIN pg_class AS child ON child.oid = k.conrelid JOIN pg_class AS parent ON parent.oid = k.confrelid
            WHERE k.contype = 'f' AND child.relnamespace = \(Self.namespace)
            """
        _ = try execute(keys, [:]) { references.append((try $0.next(), try $0.next())) }
        return StoredTable.tables(columns, references: references)
    }

    func withoutTriggers(of table: String, _ body: () throws -> Void) throws {
        try command("ALTER TABLE \(table) DISABLE TRIGGER USER")
        try body()
        try command("ALTER TABLE \(table) ENABLE TRIGGER USER")
    }

    /// Without statistics, PostgreSQL finds an account with the index of its creation time, and reads all accounts of the realm.
    func analyze(_ table: String) throws { try command("ANALYZE \(table)") }

    var ownNumbersClause: String { "OVERRIDING SYSTEM VALUE" }

    func continueNumbers(of tables: [String]) throws {
        var columns: [(table: String, column: String)] = []
        let sql = """
            SELECT CAST(t.relname AS TEXT), CAST(c.attname AS TEXT)
            FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attidentity <> ''
            WHERE t.relkind = 'r' AND t.relnamespace = \(Self.namespace)
            """
        _ = try execute(sql, [:]) { columns.append((try $0.next(), try $0.next())) }
        for (table, column) in columns where tables.contains(table) {
            _ = try execute(
                "SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), coalesce(max(\(column)), 0) + 1, FALSE) FROM \(table)", [:]
            ) { _ in }
        }
    }
}
