// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

extension Transaction {
    func hashConfiguration(_ number: Int, of project: ProjectID) throws -> HashConfiguration? {
        try first(
            "SELECT \(HashConfiguration.columns) FROM hash_configuration WHERE project = :project AND number = :number",
            [":project": project, ":number": number], HashConfiguration.init)
    }

    func hashConfigurations(of project: ProjectID) throws -> [HashConfiguration] {
        try all(
            "SELECT \(HashConfiguration.columns) FROM hash_configuration WHERE project = :project ORDER BY number",
            [":project": project], HashConfiguration.init)
    }

    func insert(_ configuration: HashConfiguration) throws {
        try run(
            """
            INSERT INTO hash_configuration (\(HashConfiguration.columns))
            VALUES (:project, :number, :sealed_parameters, :created_at)
            """,
            [
                ":project": configuration.project, ":number": configuration.number,
                ":sealed_parameters": configuration.sealedParameters, ":created_at": configuration.createdAt,
            ])
    }
}

extension HashConfiguration {
    fileprivate static let columns = "project, number, sealed_parameters, created_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            project: try row.next(), number: try row.next(), sealedParameters: try row.next(), createdAt: try row.next())
    }
}
