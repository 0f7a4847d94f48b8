package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func hashConfiguration(_ number: Int, of project: ProjectID) throws -> HashConfiguration? {
        try first(
            "SELECT \(HashConfiguration.columns) FROM hash_configuration WHERE project = :project AND number = :number",
            [":project": project, ":number": number], HashConfiguration.init)
    }

    package func hashConfigurations(of project: ProjectID) throws -> [HashConfiguration] {
        try all(
            "SELECT \(HashConfiguration.columns) FROM hash_configuration WHERE project = :project ORDER BY number",
            [":project": project], HashConfiguration.init)
    }

    package func hashConfigurationsInUse(of project: ProjectID) throws -> [HashConfiguration] {
        try all(
            """
            SELECT \(HashConfiguration.columns) FROM hash_configuration WHERE project = :project AND \(HashConfiguration.isInUse)
            ORDER BY number
            """, [":project": project], HashConfiguration.init)
    }

    package func lastHashConfiguration(of project: ProjectID) throws -> Int {
        try first("SELECT last_hash_configuration FROM project WHERE id = :project", [":project": project]) { try $0.next() } ?? 0
    }

    package func setHashConfigurationNeeded(_ number: Int, of project: ProjectID, at now: Date) throws -> Bool {
        try run(
            "UPDATE hash_configuration SET needed_at = max(needed_at, :now) WHERE project = :project AND number = :number",
            [":project": project, ":number": number, ":now": now]) > 0
    }

    /// Removes hash configurations that no account uses.
    ///
    /// - Parameter then: Configurations that were needed after this time are kept.
    package func removeHashConfigurationsOutOfUse(since then: Date) throws {
        try run("DELETE FROM hash_configuration WHERE needed_at <= :then AND NOT \(HashConfiguration.isInUse)", [":then": then])
    }

    package func insert(_ configuration: HashConfiguration) throws {
        try run(
            """
            INSERT INTO hash_configuration (\(HashConfiguration.columns))
            VALUES (:project, :number, :sealed_parameters, :created_at, :needed_at)
            """,
            [
                ":project": configuration.project, ":number": configuration.number,
                ":sealed_parameters": configuration.sealedParameters, ":created_at": configuration.createdAt,
                ":needed_at": configuration.neededAt,
            ])
        try run(
            "UPDATE project SET last_hash_configuration = max(last_hash_configuration, :number) WHERE id = :project",
            [":project": configuration.project, ":number": configuration.number])
    }
}

extension HashConfiguration {
    fileprivate static let columns = "project, number, sealed_parameters, created_at, needed_at"
    fileprivate static let isInUse = """
        EXISTS (
            SELECT 1 FROM account
            WHERE account.project = hash_configuration.project AND account.password_configuration = hash_configuration.number)
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            project: try row.next(), number: try row.next(), sealedParameters: try row.next(), createdAt: try row.next(),
            neededAt: try row.next())
    }
}
