import LatchkeyTree

extension DatabaseReference {
    /// What is called at the end of a transaction: with an error, or whether it was committed and what is there.
    public typealias TransactionCompletion = @MainActor @Sendable ((any Error)?, Bool, DataSnapshot?) -> Void

    /// Changes what is here depending on what it is.
    ///
    /// - Parameter block: gets what is known, which may be nothing at first, and is called again with what the server has if that is
    ///   something else: up to 25 times, the first time on this thread as a rule, and then on one of the database's own. It shall do
    ///   nothing else than compute.
    public func runTransactionBlock(_ block: @escaping @Sendable (MutableData) -> TransactionResult) {
        runTransactionBlock(block, andCompletionBlock: nil, withLocalEvents: true)
    }

    public func runTransactionBlock(
        _ block: @escaping @Sendable (MutableData) -> TransactionResult, andCompletionBlock completion: @escaping TransactionCompletion
    ) {
        runTransactionBlock(block, andCompletionBlock: completion, withLocalEvents: true)
    }

    /// - Parameter localEvents: whether observers see results before the server has taken them.
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

    /// The same, and waits for its end. Where the task is cancelled the waiting ends, and the transaction goes on.
    ///
    /// - Returns: whether it was committed, and what is there.
    public func runTransactionBlock(
        withLocalEvents localEvents: Bool = true, _ block: @escaping @Sendable (MutableData) -> TransactionResult
    ) async throws -> (Bool, DataSnapshot) {
        try await answer { runTransaction(block, withLocalEvents: localEvents, report: $0) }
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
