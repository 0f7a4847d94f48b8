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
    /// - Parameter includeDeferred: Whether the deferred statements run before, so that an error is one of their transaction.
    @discardableResult
    private func prepare(_ sql: String, _ values: Values, includeDeferred: Bool = true) throws -> PreparedStatements.Statement {
        let statement = NumberedStatement(sql)
        let name = statements.newName()
        let types = try statement.names.enumerated().map { index, name in
            PostgresType(of: try values.value(name, at: index, of: sql))?.rawValue ?? 0
        }
        let description = try exchange(
            of: sql, includeDeferred: includeDeferred,
            { self.library.sendPrepare(self.handle, name, statement.sql, Int32(types.count), types) },
            { self.library.sendDescribePrepared(self.handle, name) })
        let prepared = PreparedStatements.Statement(
            name: name, parameters: statement.names,
            types: statement.names.indices.map { description.typeOfParameter(Int32($0)) })
        statements[sql] = prepared
        return prepared
    }

    /// Prepares a statement when it is used first. A statement whose first value was NULL may have been prepared for another type.
    private func prepared(_ sql: String, _ values: Values) throws -> (PreparedStatements.Statement, [[UInt8]?]) {
        if let statement = statements[sql], let encoded = try statement.encode(values, sql) { return (statement, encoded) }
        // In a view, the former one stays prepared, because `DEALLOCATE` would end the view.
        if mode != .view, let old = statements[sql] { try command("DEALLOCATE \(old.name)") }
        let statement = try prepare(sql, values)
        guard let encoded = try statement.encode(values, sql) else {
            throw PostgresError(state: "42804", message: "a value has another type than its parameter: \(sql)")
        }
        return (statement, encoded)
    }

    /// Runs a prepared statement, after those that were deferred.
    func run(_ sql: String, _ values: Values) throws -> PostgresResult {
        for statement in deferred where statements[statement.sql] == nil { try prepare(statement.sql, [:], includeDeferred: false) }
        let (statement, encoded) = try prepared(sql, values)
        return try exchange(of: sql, { self.send(statement, encoded) })
    }

    /// - Returns: Whether it was sent: 0 or 1.
    func send(_ statement: PreparedStatements.Statement, _ encoded: [[UInt8]?]) -> Int32 {
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
            return library.sendQueryPrepared(handle, statement.name, Int32(encoded.count), pointers, lengths, formats, 1)
        }
    }
}
