package import LatchkeyIdentity

extension Transaction {
    package func sealedValues(of column: SealedColumn, without header: [UInt8], after last: SealedValue?, limit: Int) throws
        -> [SealedValue]
    {
        let place = column.place
        let names = place.key.joined(separator: ", ")
        var conditions = ["\(place.column) IS NOT NULL", "substr(\(place.column), 1, \(header.count)) <> :header"]
        if last != nil { conditions.append("(\(names)) > (\(place.parameters.joined(separator: ", ")))") }
        let sql = """
            SELECT \(place.project), \(place.column), \(names) FROM \(place.table) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(names) LIMIT :limit
            """
        return try all(sql, place.values(of: last?.key, [(":header", header), (":limit", max(0, limit))])) { row in
            let (project, secret): (ProjectID, SealedSecret) = (try row.next(), try row.next())
            return SealedValue(column: column, key: try place.key.map { _ in try row.next() }, project: project, secret: secret)
        }
    }

    package func sealedValueCounts() throws -> [MasterKeyID: Int] { try sealedValueCounts(in: SealedColumn.allCases) }

    /// Returns the counts for a store of an earlier version, which may not have all columns.
    package func presentSealedValueCounts() throws -> [MasterKeyID: Int] {
        try sealedValueCounts(
            in: SealedColumn.allCases.filter { column in
                let place = column.place
                return try connection.columns(of: place.table).contains(place.column)
            })
    }

    private func sealedValueCounts(in columns: [SealedColumn]) throws -> [MasterKeyID: Int] {
        var counts: [MasterKeyID: Int] = [:]
        for column in columns {
            let place = column.place
            let sql = """
                SELECT substr(\(place.column), 2, 4) AS key, count(*) FROM \(place.table) WHERE \(place.column) IS NOT NULL GROUP BY key
                """
            for (key, count) in try all(sql, [:], { (MasterKeyID(bytes: try $0.next()), try $0.next(Int.self)) }) {
                counts[key, default: 0] += count
            }
        }
        return counts
    }

    package func replace(_ value: SealedValue, with secret: SealedSecret) throws -> Bool {
        let place = value.column.place
        let condition = zip(place.key, place.parameters).map { "\($0) = \($1)" }.joined(separator: " AND ")
        let sql = "UPDATE \(place.table) SET \(place.column) = :new WHERE \(condition) AND \(place.column) = :old"
        return try run(sql, place.values(of: value.key, [(":new", secret), (":old", value.secret)])) == 1
    }
}

/// The names with which a column of sealed values is found.
private struct SealedPlace {
    let table: String
    let column: String
    /// The primary key of the table.
    let key: [String]
    /// The expression for the project.
    let project: String

    var parameters: [String] { key.map { ":" + $0 } }

    func values(of key: [SealedValue.KeyPart]?, _ others: [(String, any Storable)]) -> Values {
        Values(zip(parameters, key ?? []).map { ($0, $1 as any Storable) } + others)
    }
}

extension SealedColumn {
    fileprivate var place: SealedPlace {
        let names = rawValue.split(separator: ".").map(String.init)
        let (key, project): ([String], String) =
            switch self {
            case .projectSignerKey: (["id"], "id")
            case .signingKey: (["id"], "''")
            case .eventChainKey: (["one"], "''")
            case .providerSecret: (["project", "tenant", "provider"], "project")
            case .hashParameters: (["project", "number"], "project")
            case .secondFactorSeed: (["project", "tenant", "account", "id"], "project")
            case .databaseSecret: (["fingerprint"], "project")
            case .enrollmentSeed, .messageContent, .flowState, .flowResult, .pendingCredential, .webhookSecret, .previousWebhookSecret:
                (["id"], "project")
            }
        return SealedPlace(table: names[0], column: names[1], key: key, project: project)
    }
}

extension SealedValue.KeyPart: Storable {
    package var stored: StoredValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .integer(Int64(number))
        case .bytes(let bytes): .blob(bytes)
        }
    }

    package init?(stored: StoredValue) {
        switch stored {
        case .text(let text): self = .text(text)
        case .integer(let number):
            guard let number = Int(exactly: number) else { return nil }
            self = .number(number)
        case .blob(let bytes): self = .bytes(bytes)
        case .null: return nil
        }
    }
}
