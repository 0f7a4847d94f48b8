package import LatchkeyIdentity

extension Transaction {
    package func takeLegacyNumber(in project: ProjectID, skippingTaken: Bool) throws -> Int {
        let known = try first("SELECT last FROM legacy_number WHERE project = :project", [":project": project]) { try $0.next(Int.self) }
        // Longer numbers were not assigned by this counter.
        let highest = """
            SELECT coalesce(max(\(connection.number(in: "substr(id, 13)"))), 0) FROM account
            WHERE project = :project AND id >= 'simplelogin:' AND id < 'simplelogin;' AND length(id) <= 27
            """
        let taken =
            known == nil || skippingTaken ? try first(highest, [":project": project]) { try $0.next(Int.self) } ?? 0 : 0
        let number = max(known ?? 0, taken) + 1
        try run(
            """
            INSERT INTO legacy_number (project, last) VALUES (:project, :number)
            ON CONFLICT (project) DO UPDATE SET last = excluded.last
            """, [":project": project, ":number": number])
        return number
    }
}
