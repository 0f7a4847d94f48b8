import GRDB
import LatchkeySQL

/// The schema, for a move to another database.
extension GRDBConnection {
    func storedTables() throws -> [StoredTable] {
        var columns: [StoredTable.Column] = []
        let sql = """
            SELECT t.name, c.name, c.pk FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY t.name, c.cid
            """
        _ = try execute(sql, [:]) { columns.append(try StoredTable.Column(&$0)) }
        var references: [(child: String, parent: String)] = []
        let keys = "SELECT t.name, f.\"table\" FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'"
        _ = try execute(keys, [:]) { references.append((try $0.next(), try $0.next())) }
        return StoredTable.tables(columns, references: references)
    }

    /// SQLite cannot disable triggers, so they are created again.
    func withoutTriggers(of table: String, _ body: () throws -> Void) throws {
        var triggers: [(name: String, sql: String)] = []
        _ = try execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = :table", [":table": table]) {
            triggers.append((try $0.next(), try $0.next()))
        }
        for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger.name)") }
        try body()
        for trigger in triggers { try db.execute(sql: trigger.sql) }
    }

    /// SQLite chooses indexes without statistics.
    func analyze(_ table: String) {}

    /// SQLite numbers only rows that have no value for the column.
    var ownNumbersClause: String { "" }

    /// SQLite continues after the largest number of the table.
    func continueNumbers(of tables: [String]) {}
}
