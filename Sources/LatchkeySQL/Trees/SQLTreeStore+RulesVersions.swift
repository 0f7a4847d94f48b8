public import LatchkeyTree

extension SQLTreeStore {
    /// Saves new rules and keeps the earlier ones as a version.
    public func save(_ rules: RulesEdit, in term: DatabaseTerm) async throws {
        try await transactions.write { transaction in
            let id = try transaction.requireDatabase(in: term)
            try transaction.run(
                """
                INSERT INTO realtime_rules_version (database, number, rules)
                SELECT id, 1, rules FROM realtime_database
                WHERE id = :id AND NOT EXISTS (SELECT 1 FROM realtime_rules_version WHERE database = :id)
                """, [":id": id])
            try transaction.run(
                """
                INSERT INTO realtime_rules_version (database, number, saved_at, author, rules)
                SELECT :id, max(number) + 1, :saved_at, :author, :rules FROM realtime_rules_version WHERE database = :id
                """, [":id": id, ":saved_at": Int(rules.savedAt), ":author": rules.author, ":rules": rules.text])
            try transaction.run(
                """
                DELETE FROM realtime_rules_version
                WHERE database = :id AND number <= (SELECT max(number) FROM realtime_rules_version WHERE database = :id) - :kept
                """, [":id": id, ":kept": RulesVersion.maxKept])
            try transaction.run("UPDATE realtime_database SET rules = :rules WHERE id = :id", [":id": id, ":rules": rules.text])
        }
    }

    /// Returns the current and earlier rules, latest first.
    public func rulesVersions(of database: DatabaseID) async throws -> [RulesVersion] {
        try await transactions.read { transaction in
            try transaction.all(
                """
                SELECT number, saved_at, author FROM realtime_rules_version WHERE database = :id ORDER BY number DESC
                """, [":id": try transaction.requireDatabase(database)]
            ) { row in
                let number: Int = try row.next()
                let savedAt: Int? = try row.next()
                return RulesVersion(number: number, savedAt: savedAt.map { Int64($0) }, author: try row.next())
            }
        }
    }

    /// Returns the text of a version; `nil` if it is not kept.
    public func rules(ofVersion number: Int, of database: DatabaseID) async throws -> String? {
        try await transactions.read { transaction in
            try transaction.first(
                "SELECT rules FROM realtime_rules_version WHERE database = :id AND number = :number",
                [":id": try transaction.requireDatabase(database), ":number": number]
            ) { try $0.next() }
        }
    }
}
