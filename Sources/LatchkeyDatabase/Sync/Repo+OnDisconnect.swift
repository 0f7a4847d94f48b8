import LatchkeyTree

extension Repo {
    /// Sends an on-disconnect write.
    func onDisconnect(_ content: PendingWrite.Content, at path: TreePath, completion: @escaping Completion) {
        let answered: @Sendable (ServerReply) -> Void = { [weak self] reply in
            self?.change { state, effects in
                if case .ok = reply { state.disconnectWrites.add(content, at: path) }
                effects.append(.call { completion(reply.error) })
            }
        }
        let owner = WriteOwner(uid: environment.uid())
        tellConnection { connection in
            switch content {
            case .set(let node): connection.onDisconnectPut(node, at: WritePath(path), by: owner, completion: answered)
            case .setPriority(let priority):
                connection.onDisconnectPut(priority.node, at: WritePath(path, isPriority: true), by: owner, completion: answered)
            case .merge(let children):
                connection.onDisconnectMerge(children.map { (path: $0.path, node: $0.node) }, at: path, by: owner, completion: answered)
            }
        }
    }

    /// Cancels the on-disconnect writes at a location and below.
    func cancelOnDisconnect(at path: TreePath, completion: @escaping Completion) {
        let owner = WriteOwner(uid: environment.uid())
        tellConnection { connection in
            connection.onDisconnectCancel(path, by: owner) { [weak self] reply in
                self?.change { state, effects in
                    if case .ok = reply { state.disconnectWrites.cancel(path) }
                    effects.append(.call { completion(reply.error) })
                }
            }
        }
    }

    /// Applies the on-disconnect writes locally after the connection was lost, because the server executes them now.
    func applyDisconnectWrites(_ state: inout State, _ effects: inout [SyncTree.Effect]) {
        let changes = state.disconnectWrites.take(
            existing: { [data = state.data] in data.knownServerTree(at: $0)?.node ?? .empty }, now: state.serverTime(environment.now()))
        for change in changes { state.data.received([change], at: change.path, tag: nil, isGuess: true, &effects) }
    }
}
