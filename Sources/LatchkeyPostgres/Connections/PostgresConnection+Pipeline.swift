import LatchkeySQL

/// Statements that share round trips.
extension PostgresConnection {
    /// Runs a closure whose statements see the database as of its first one, and change nothing.
    ///
    /// The server needs no `BEGIN` and `COMMIT` for the statements of a pipeline. They have the isolation level of the session. Most views
    /// have one statement, so the end of the view is sent with the first one, and the server handles both in one step. If the closure then runs
    /// another statement, it is called again in a view that stays open. Later views that begin with the same statement stay open from the
    /// start.
    func inView<T>(_ body: () throws -> T) throws -> T {
        let result = run(View(), body)
        // The closure may have ignored the error of the other statement.
        guard view.mustBeRepeated, let first = view.first else { return try result.get() }
        longViews.insert(first)
        return try run(View(staysOpen: true), body).get()
    }

    private func run<T>(_ view: View, _ body: () throws -> T) -> Result<T, any Error> {
        self.view = view
        mode = .view
        defer { endView() }
        return Result { try body() }
    }

    /// The response to the end is read before the next use of the connection.
    private func endView() {
        mode = .single
        guard isPipelined, !view.hasEnded else { return }
        if library.pipelineSync(handle) == 1 { requests.append(.synchronization) } else { isBroken = true }
    }

    /// Ends the view after its first statement, unless it has to stay open.
    private func endViewOrFlush(after sql: String, isStatement: Bool) throws {
        view.hasEnded = isStatement && view.first == nil && !view.staysOpen && !longViews.contains(sql)
        if isStatement, view.first == nil { view.first = sql }
        if view.hasEnded { return try add(.synchronization, isSent: library.pipelineSync(handle)) }
        guard library.sendFlushRequest(handle) == 1 else { throw failure() }
    }

    /// Begins a transaction with the next statement.
    func begin(_ statements: [String]) throws {
        mode = .transaction
        deferred = try statements.map { DeferredStatement(bound: try bind($0, [:]), isVital: false) }
    }

    /// Sends a statement with the next one, which is a part of the same transaction.
    ///
    /// - Parameter rows: The number of rows that it has to change, or the transaction fails; `nil` for any.
    func runLater(_ sql: String, _ values: Values = [:], expecting rows: Int? = nil) throws {
        if mode == .transaction {
            deferred.append(DeferredStatement(bound: try bind(sql, values), isVital: true, expectedRows: rows))
        } else {
            let changed = try run(sql, values).changedRows
            if let rows, changed != rows { throw PostgresError.unexpectedRowCount(changed) }
        }
    }

    /// Forgets the last deferred statement if it is this one.
    ///
    /// - Returns: `false` if it was sent.
    func forget(_ sql: String) -> Bool {
        guard deferred.last?.bound.sql == sql else { return false }
        deferred.removeLast()
        return true
    }

    func commit() throws {
        try requireTransaction()
        // The server would commit although a statement changed other rows than expected.
        if deferred.contains(where: { $0.expectedRows != nil }) { try exchange([]) }
        _ = try run("COMMIT", [:])
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
        do {
            try self.begin(begin)
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
    ///   - isStatement: Whether the requests run statements, and do not only prepare them.
    ///   - requests: Closures that send one request each, and return whether it was sent: 0 or 1.
    /// - Returns: The results of the requests.
    /// - Throws: The first error, after which the server leaves out the rest.
    @discardableResult
    func exchange(of sql: String = "", isStatement: Bool = true, _ requests: [() -> Int32]) throws -> [PostgresResult] {
        if mode == .view, view.hasEnded {
            view.mustBeRepeated = true
            throw PostgresError(message: "the view has ended")
        }
        if mode == .single {
            try leavePipeline()
            return try requests.map { try single($0(), of: sql) }
        }
        if !isPipelined, library.enterPipelineMode(handle) != 1 { throw failure() }
        for statement in deferred {
            try add(.deferred(isVital: statement.isVital, expectedRows: statement.expectedRows), isSent: send(statement.bound))
        }
        deferred = []
        for request in requests { try add(.statement, isSent: request()) }
        if mode == .view {
            try endViewOrFlush(after: sql, isStatement: isStatement)
        } else {
            try add(.synchronization, isSent: library.pipelineSync(handle))
        }
        return try responses(to: sql)
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
            try responses(to: "")
        } catch  where isOpen {}
    }

    /// Reads all responses.
    ///
    /// - Returns: The results of statements that were not deferred.
    @discardableResult
    private func responses(to sql: String) throws -> [PostgresResult] {
        var results: [PostgresResult] = []
        var failed: PostgresError?
        // A request is removed after its response, so that the connection is not used again when an error leaves the rest.
        while let request = requests.first {
            switch request {
            case .synchronization:
                let result = PostgresResult(try nextResult(), of: sql, library)
                guard result.isSynchronization else {
                    let error = failure(result)
                    isBroken = true
                    throw error
                }
            case .statement:
                let result = try response(to: sql)
                if !result.isSuccess { failed = failed ?? failure(result) }
                results.append(result)
            case .deferred(let isVital, let expectedRows):
                let result = try response(to: sql)
                if !result.isSuccess {
                    failed = failed ?? failure(result)
                } else if let expectedRows, result.changedRows != expectedRows {
                    failed = failed ?? .unexpectedRowCount(result.changedRows)
                }
                if let failed, isVital {
                    isBroken = true
                    throw failed
                }
            }
            requests.removeFirst()
        }
        if let failed { throw failed }
        return results
    }
}
