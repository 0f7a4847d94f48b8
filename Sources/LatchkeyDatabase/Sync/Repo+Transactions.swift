import LatchkeyTree

extension Repo {
    /// Runs a transaction: on the cached data, and again on the server's data if that differs.
    ///
    /// - Parameters:
    ///   - isVisible: Whether observers see the result before the server confirms it.
    ///   - update: Called on this thread, unless the writes of an earlier run are still loading, and later on other threads. Never called
    ///     under a lock, or while the connection waits for it.
    func runTransaction(
        at path: TreePath, isVisible: Bool, update: @escaping @Sendable (Node) -> Transaction.Outcome,
        completion: @escaping @Sendable (Transaction.Ending) -> Void
    ) {
        let owner = WriteOwner(uid: environment.uid())
        whenLoaded { [self] in begin(at: path, by: owner, isVisible: isVisible, update: update, completion: completion) }
    }

    private func begin(
        at path: TreePath, by owner: WriteOwner, isVisible: Bool, update: @escaping @Sendable (Node) -> Transaction.Outcome,
        completion: @escaping @Sendable (Transaction.Ending) -> Void
    ) {
        let refusal = Transaction.ReadRefusal()
        let watch = Registration(nil, sink: .direct(event: { _ in }, cancel: { [refusal] in refusal.tell($0) }))
        let known = change { state, effects in
            state.data.add(watch, at: path, query: .all, &effects)
            return state.data.knownNode(at: path)
        }
        let outcome = update(known)
        change { state, effects in
            guard case .commit(let result) = outcome else {
                unwatch(watch, path, &state, &effects)
                let ending = outcome.ending(known)
                effects.append(.call { completion(ending) })
                return
            }
            state.lastWriteID += 1
            let transaction = Transaction(
                id: state.lastWriteID, owner: owner, path: path, update: update, completion: completion, watch: watch,
                refusal: refusal, result: result)
            state.transactions[transaction.id] = transaction
            let changes = estimate(result, at: path, on: known, state)
            state.data.add(QueuedWrite(id: transaction.id, changes: changes, isVisible: isVisible), &effects)
            send(transaction.id, seen: known, &state, &effects)
        }
    }

    private func estimate(_ result: Node, at path: TreePath, on known: Node, _ state: State) -> [TreeChange] {
        [.set(path, result.resolvingServerValues(existing: known, now: state.serverTime(environment.now())))]
    }

    private func send(_ id: Int, seen: Node, _ state: inout State, _ effects: inout [SyncTree.Effect]) {
        state.transactions[id]?.tries += 1
        guard let transaction = state.transactions[id] else { return }
        effects.append(
            .call { [self] in
                connection.put(transaction.result, at: WritePath(transaction.path), hash: seen.hash, by: transaction.owner) {
                    [weak self] in self?.answered(transaction.id, $0)
                }
            })
    }

    private func answered(_ id: Int, _ reply: ServerReply) {
        let isTriedAgain = change { state, effects in
            guard let transaction = state.transactions[id] else { return false }
            switch reply {
            case .ok:
                let shown = state.data.writes[id]?.changes.first
                // Reads the data before its listen ends.
                let told = state.data.knownServerTree(at: transaction.path)
                end(transaction, isCommitted: true, &state, &effects)
                effects.append(.call { transaction.completion(.committed(transaction.committed(told: told, estimate: shown))) })
            case .failed(let failure):
                guard let error = transaction.error(failure) else { return true }
                end(transaction, isCommitted: false, &state, &effects)
                effects.append(.call { transaction.completion(.failed(error)) })
            }
            return false
        }
        // Runs in the background, so that the connection does not wait for the app.
        if isTriedAgain { environment.background { [self] in run(again: id) } }
    }

    /// Runs a transaction again on the data that the server has sent in the meantime.
    private func run(again id: Int) {
        let (transaction, known): (Transaction?, Node) = change { state, effects in
            guard let transaction = state.transactions[id] else { return (nil, .empty) }
            if let failure = state.end {
                // The cached data is gone, so the app would see no data although there is some.
                end(transaction, isCommitted: false, &state, &effects)
                effects.append(.call { transaction.completion(.failed(DatabaseError.make(failure))) })
                return (nil, .empty)
            }
            guard transaction.isOverridden else { return (transaction, state.data.knownNode(at: transaction.path, before: id)) }
            end(transaction, isCommitted: false, &state, &effects)
            effects.append(.call { transaction.completion(.failed(transaction.overriddenError)) })
            return (nil, .empty)
        }
        guard let transaction else { return }
        let outcome = transaction.update(known)
        change { state, effects in
            guard case .commit(let result) = outcome else {
                end(transaction, isCommitted: false, &state, &effects)
                let ending = outcome.ending(known)
                effects.append(.call { transaction.completion(ending) })
                return
            }
            state.transactions[id]?.result = result
            state.data.replace(id, with: estimate(result, at: transaction.path, on: known, state), &effects)
            send(id, seen: known, &state, &effects)
        }
    }

    private func end(_ transaction: Transaction, isCommitted: Bool, _ state: inout State, _ effects: inout [SyncTree.Effect]) {
        state.transactions[transaction.id] = nil
        if isCommitted { state.data.confirm(transaction.id, &effects) } else { state.data.revert(transaction.id, &effects) }
        unwatch(transaction.watch, transaction.path, &state, &effects)
    }

    private func unwatch(_ watch: Registration, _ path: TreePath, _ state: inout State, _ effects: inout [SyncTree.Effect]) {
        state.data.remove(at: path, query: .all, &effects) { $0 === watch }
    }
}

extension Transaction {
    /// Returns the error that ends the transaction, or `nil` to retry it.
    fileprivate func error(_ failure: ServerFailure) -> (any Error)? {
        guard failure.status == "datastale" else { return DatabaseError.make(failure) }
        // Data that cannot be read never matches the data on which the transaction ran.
        if let error = refusal.error { return error }
        if isOverridden { return overriddenError }
        guard tries < Self.maxTries else {
            return DatabaseError.make(
                .maxRetries, "The data at \(path) changed \(Self.maxTries) times while the transaction ran. Try again later.")
        }
        return nil
    }

    fileprivate var overriddenError: any Error {
        DatabaseError.make(.overriddenBySet, "Another write of this app overrode the transaction at \(path).")
    }

    /// Returns the data after the commit. Resolved server values are taken from the data that the server has sent.
    fileprivate func committed(told: LocalTree?, estimate: TreeChange?) -> Node {
        guard case .set(_, let node)? = estimate else { return result }
        if node == result { return node }
        return told?.node ?? node
    }
}

extension Transaction.Outcome {
    /// Returns the result of a transaction that was not committed.
    fileprivate func ending(_ known: Node) -> Transaction.Ending {
        if case .invalid(let error) = self { .failed(error) } else { .aborted(known) }
    }
}
