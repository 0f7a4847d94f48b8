import LatchkeySQL

/// The statements that a connection has prepared.
struct PreparedStatements {
    struct Statement {
        let name: String
        let parameters: [String]
        let types: [PostgresType?]
    }

    private var statements: [String: Statement] = [:]
    private var lastName = 0

    subscript(sql: String) -> Statement? {
        get { statements[sql] }
        set { statements[sql] = newValue }
    }

    mutating func newName() -> String {
        lastName += 1
        return "s\(lastName)"
    }
}

extension PreparedStatements.Statement {
    /// Encodes the values of a statement; `nil` if one of them does not have the type for which the statement was prepared.
    func encode(_ values: Values, _ sql: String) throws -> [[UInt8]?]? {
        var encoded: [[UInt8]?] = []
        for (index, (name, type)) in zip(parameters, types).enumerated() {
            let value = try values.value(name, at: index, of: sql)
            if value == .null {
                encoded.append(nil)
            } else if let bytes = type?.encode(value) {
                encoded.append(bytes)
            } else {
                return nil
            }
        }
        return encoded
    }
}

extension Values {
    /// - Parameter index: The index of the value if the values are in the order of the statement.
    fileprivate func value(_ name: String, at index: Int, of sql: String) throws -> StoredValue {
        if index < pairs.count, pairs[index].0 == name { return pairs[index].1.stored }
        guard let value = pairs.first(where: { $0.0 == name })?.1 else {
            throw PostgresError(state: "07001", message: "a value is missing: \(name) in \(sql)")
        }
        return value.stored
    }
}

extension PostgresConnection {
    private func prepare(_ sql: String, _ values: Values) throws -> PreparedStatements.Statement {
        let statement = NumberedStatement(sql)
        let name = statements.newName()
        let types = try statement.names.enumerated().map { index, name in
            PostgresType(of: try values.value(name, at: index, of: sql))?.rawValue ?? 0
        }
        let results = try exchange(
            of: sql, isStatement: false,
            [
                { self.library.sendPrepare(self.handle, name, statement.sql, Int32(types.count), types) },
                { self.library.sendDescribePrepared(self.handle, name) },
            ])
        let prepared = PreparedStatements.Statement(
            name: name, parameters: statement.names,
            types: statement.names.indices.map { results.last?.typeOfParameter(Int32($0)) })
        statements[sql] = prepared
        return prepared
    }

    /// Prepares a statement when it is used first. A statement whose first value was NULL may have been prepared for another type.
    func bind(_ sql: String, _ values: Values) throws -> BoundStatement {
        if let prepared = statements[sql], let encoded = try prepared.encode(values, sql) {
            return BoundStatement(sql: sql, prepared: prepared, values: encoded)
        }
        // In a view, the former one stays prepared, because `DEALLOCATE` would end the view. That happens once at most for each parameter whose
        // first value was NULL.
        if mode != .view, let old = statements[sql] { try command("DEALLOCATE \(old.name)") }
        let prepared = try prepare(sql, values)
        guard let encoded = try prepared.encode(values, sql) else {
            throw PostgresError(state: "42804", message: "a value has another type than its parameter: \(sql)")
        }
        return BoundStatement(sql: sql, prepared: prepared, values: encoded)
    }

    /// Runs a statement, after those that were deferred.
    func run(_ sql: String, _ values: Values) throws -> PostgresResult {
        let statement = try bind(sql, values)
        return try exchange(of: sql, [{ self.send(statement) }]).last ?? PostgresResult(nil, of: sql, library)
    }

    /// - Returns: Whether it was sent: 0 or 1.
    func send(_ statement: BoundStatement) -> Int32 {
        let encoded = statement.values
        // One buffer for all values; a pointer to an empty one must not be NULL.
        var flat: [UInt8] = []
        flat.reserveCapacity(encoded.reduce(1) { $0 + ($1?.count ?? 0) })
        for bytes in encoded { flat.append(contentsOf: bytes ?? []) }
        flat.append(0)
        return flat.withUnsafeBytes { buffer in
            var start = 0
            var pointers: [UnsafePointer<CChar>?] = []
            for bytes in encoded {
                pointers.append(bytes == nil ? nil : buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self))
                start += bytes?.count ?? 0
            }
            let lengths = encoded.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: encoded.count)
            return library.sendQueryPrepared(handle, statement.prepared.name, Int32(encoded.count), pointers, lengths, formats, 1)
        }
    }
}
