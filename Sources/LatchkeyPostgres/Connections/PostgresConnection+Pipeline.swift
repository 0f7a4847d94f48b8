import LatchkeySQL

/// Statements that share round trips.
extension PostgresConnection {
    /// Runs a closure whose statements see the database as of its first one, and change nothing.
    ///
    /// The server needs no `BEGIN` and `COMMIT` for the statements of a pipeline. They have the isolation level of the session. The response
    /// to their end is read before the next use of the connection.
    func inView<T>(_ body: () throws -> T) throws -> T {
        mode = .view
        defer { endView() }
        return try body()
    }

    private func endView() {
        mode = .single
        guard isPipelined else { return }
        if library.pipelineSync(handle) == 1 { requests.append(.synchronization) } else { isBroken = true }
    }

    /// Begins a transaction with the next statement.
    func begin(_ statements: [String]) {
        mode = .transaction
        deferred = statements.map { DeferredStatement(sql: $0, isVital: false) }
    }

    /// Sends a statement with the next one, which is a part of the same transaction.
    func runLater(_ sql: String) throws {
        if mode == .transaction { deferred.append(DeferredStatement(sql: sql, isVital: true)) } else { try command(sql) }
    }

    /// Forgets the last deferred statement if it is this one.
    ///
    /// - Returns: `false` if it was sent.
    func forget(_ sql: String) -> Bool {
        guard deferred.last?.sql == sql else { return false }
        deferred.removeLast()
        return true
    }

    func commit() throws {
        try requireTransaction()
        if mode == .transaction { _ = try run("COMMIT", [:]) } else { try command("COMMIT") }
        mode = .single
    }

    func rollBack() {
        mode = .single
        deferred = []
        if !isIdle { try? command("ROLLBACK") }
    }

    /// Runs a closure in a transaction and commits it.
    ///
    /// - Parameter begin: The statements that begin it, which are sent with the first statement of the closure.
    func inTransaction<T>(_ begin: [String], _ body: () throws -> T) throws -> T {
        self.begin(begin)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Sends requests, after the deferred statements, and waits for all responses.
    ///
    /// - Parameters:
    ///   - includeDeferred: Whether the deferred statements are sent before. They have to be prepared.
    ///   - requests: Closures that send one request each, and return whether it was sent: 0 or 1.
    /// - Returns: The result of the last request.
    /// - Throws: The first error, to which the server responds by leaving out the rest.
    func exchange(of sql: String, includeDeferred: Bool = true, _ requests: () -> Int32...) throws -> PostgresResult {
        if mode == .single {
            try leavePipeline()
            return try requests.map { try single($0(), of: sql) }.last ?? PostgresResult(nil, of: sql, library)
        }
        if !isPipelined, library.enterPipelineMode(handle) != 1 { throw failure() }
        if includeDeferred {
            for statement in deferred {
                guard let prepared = statements[statement.sql] else { throw PostgresError(message: "\(statement.sql) is not prepared") }
                try add(.deferred(statement), isSent: send(prepared, []))
            }
            deferred = []
        }
        for request in requests { try add(.statement, isSent: request()) }
        if mode == .view {
            guard library.sendFlushRequest(handle) == 1 else { throw failure() }
        } else {
            try add(.synchronization, isSent: library.pipelineSync(handle))
        }
        return try responses(of: sql) ?? PostgresResult(nil, of: sql, library)
    }

    private func add(_ request: Request, isSent: Int32) throws {
        guard isSent == 1 else {
            isBroken = true
            throw failure()
        }
        requests.append(request)
    }

    private var isPipelined: Bool { library.pipelineStatus(handle) != PostgresStatus.pipelineOff }

    /// Returns to a request at a time.
    func leavePipeline() throws {
        guard isPipelined else { return }
        try settle()
        guard library.exitPipelineMode(handle) == 1 else { throw failure() }
    }

    /// Reads the responses that are left. Errors of their statements were of no interest.
    func settle() throws {
        do {
            _ = try responses(of: "")
        } catch  where isOpen {}
    }

    /// Reads all responses.
    ///
    /// - Returns: The result of the last statement.
    private func responses(of sql: String) throws -> PostgresResult? {
        var last: PostgresResult?
        var failed: PostgresError?
        // The first is removed when it was read, because an error leaves the rest.
        while let request = requests.first {
            switch request {
            case .synchronization:
                guard let result = try nextResult() else {
                    isBroken = true
                    throw failure()
                }
                library.clear(result)
            case .deferred, .statement:
                let result = try response(to: sql)
                if !result.isSuccess {
                    failed = failed ?? failure(result)
                    if case .deferred(let statement) = request, statement.isVital { isBroken = true }
                }
                last = result
            }
            requests.removeFirst()
        }
        if let failed { throw failed }
        return last
    }
}
