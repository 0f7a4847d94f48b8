import LatchkeyTree

extension DatabaseReference {
    /// A block that is called at the end of a transaction: with an error, or with whether it was committed and the resulting data.
    public typealias TransactionCompletion = @MainActor @Sendable ((any Error)?, Bool, DataSnapshot?) -> Void

    /// Changes the data at this location depending on its current value.
    ///
    /// - Parameter block: Receives the cached data, which may be empty at first, and is called again with the server's data if that
    ///   differs: up to 25 times, first usually on this thread and then on one of the database's own threads. It must have no side effects.
    public func runTransactionBlock(_ block: @escaping @Sendable (MutableData) -> TransactionResult) {
        runTransactionBlock(block, andCompletionBlock: nil, withLocalEvents: true)
    }

    /// Changes the data depending on its current value, and calls the completion block at the end.
    public func runTransactionBlock(
        _ block: @escaping @Sendable (MutableData) -> TransactionResult, andCompletionBlock completion: @escaping TransactionCompletion
    ) {
        runTransactionBlock(block, andCompletionBlock: completion, withLocalEvents: true)
    }

    /// Changes the data depending on its current value.
    ///
    /// - Parameters:
    ///   - block: Receives the current data; see ``runTransactionBlock(_:)``.
    ///   - completion: Called at the end of the transaction.
    ///   - localEvents: Whether observers see results before the server has confirmed them.
    public func runTransactionBlock(
        _ block: @escaping @Sendable (MutableData) -> TransactionResult, andCompletionBlock completion: TransactionCompletion?,
        withLocalEvents localEvents: Bool
    ) {
        runTransaction(block, withLocalEvents: localEvents) { [self] result in
            guard let completion else {
                if case .failure(let error) = result { warning("runTransactionBlock:")(error) }
                return
            }
            database.repo.main.send {
                switch result {
                case .success(let (isCommitted, snapshot)): completion(nil, isCommitted, snapshot)
                case .failure(let error): completion(error, false, nil)
                }
            }
        }
    }

    /// Changes the data depending on its current value, and waits for the result. If the task is canceled, the waiting ends, but the
    /// transaction continues.
    ///
    /// - Returns: Whether the transaction was committed, and the resulting data.
    public func runTransactionBlock(
        withLocalEvents localEvents: Bool = true, _ block: @escaping @Sendable (MutableData) -> TransactionResult
    ) async throws -> (Bool, DataSnapshot) {
        try await reply { runTransaction(block, withLocalEvents: localEvents, report: $0) }
    }

    private func runTransaction(
        _ block: @escaping @Sendable (MutableData) -> TransactionResult, withLocalEvents localEvents: Bool,
        report: @escaping @Sendable (Result<(Bool, DataSnapshot), any Error>) -> Void
    ) {
        let path: TreePath
        do { path = try writablePath() } catch { return report(.failure(error)) }
        database.repo.runTransaction(
            at: path, isVisible: localEvents,
            update: { node in
                guard let value = block(MutableData(node, at: path)).value else { return .abort }
                switch value.result {
                case .success(let node): return .commit(node)
                case .failure(let error): return .invalid(error)
                }
            },
            completion: { [self] ending in
                switch ending {
                case .committed(let node): report(.success((true, DataSnapshot(self, node))))
                case .aborted(let node): report(.success((false, DataSnapshot(self, node))))
                case .failed(let error): report(.failure(error))
                }
            })
    }
}
