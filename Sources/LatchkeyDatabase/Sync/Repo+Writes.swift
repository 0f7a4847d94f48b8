import Foundation
import LatchkeyTree

extension Repo {
    typealias Completion = @Sendable ((any Error)?) -> Void

    /// Applies a write locally and sends it. The completion is called with the server's response, after the events that result from it.
    func write(_ content: PendingWrite.Content, at path: TreePath, completion: @escaping Completion) {
        if case .merge(let children) = content, children.isEmpty {
            // An empty update needs no request.
            return change { _, effects in effects.append(.call { completion(nil) }) }
        }
        let owner = WriteOwner(uid: environment.uid())
        whenLoaded { [self] in
            change { state, effects in
                state.lastWriteID += 1
                let write = PendingWrite(id: state.lastWriteID, path: path, content: content, owner: owner.uid)
                if let journal = state.journal { effects.append(.call { journal.append(write) }) }
                begin(write, by: owner, &state, &effects, completion: completion)
            }
        }
    }

    /// Sends a write of an earlier run again when its user is signed in. It is dropped if another user is.
    ///
    /// - Parameter uid: The ID of the signed-in user.
    func restore(_ write: PendingWrite, for uid: String?, _ state: inout State, _ effects: inout [SyncTree.Effect]) {
        state.lastWriteID = max(state.lastWriteID, write.id)
        let warn: Completion = { [environment] error in
            guard let error else { return }
            environment.warn("The write to \(write.path) of an earlier run was not executed. \(error.localizedDescription)")
        }
        if let uid, let owner = write.owner, owner != uid {
            if let journal = state.journal { effects.append(.call { journal.remove(write.id) }) }
            return effects.append(.call { warn(DatabaseError.make(ServerFailure.signedOut)) })
        }
        begin(write, by: WriteOwner(uid: write.owner, isOfEarlierRun: true), &state, &effects, completion: warn)
    }

    private func begin(
        _ write: PendingWrite, by owner: WriteOwner, _ state: inout State, _ effects: inout [SyncTree.Effect],
        completion: @escaping Completion
    ) {
        let changes = write.estimate(existing: { state.data.knownNode(at: $0) }, now: state.serverTime(environment.now()))
        for change in changes { state.overrideTransactions(at: change.path) }
        state.data.add(QueuedWrite(id: write.id, changes: changes), &effects)
        effects.append(
            .call { [self] in
                send(write, by: owner) { [weak self] reply in self?.answered(write.id, reply, completion) }
            })
    }

    private func send(_ write: PendingWrite, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void) {
        switch write.content {
        case .set(let node): connection.put(node, at: WritePath(write.path), hash: nil, by: owner, completion: completion)
        case .setPriority(let priority):
            connection.put(priority.node, at: WritePath(write.path, isPriority: true), hash: nil, by: owner, completion: completion)
        case .merge(let children):
            connection.merge(children.map { (path: $0.path, node: $0.node) }, at: write.path, by: owner, completion: completion)
        }
    }

    private func answered(_ id: Int, _ reply: ServerReply, _ completion: @escaping Completion) {
        change { state, effects in
            switch reply {
            case .ok: state.data.confirm(id, &effects)
            case .failed: state.data.revert(id, &effects)
            }
            if let journal = state.journal { effects.append(.call { journal.remove(id) }) }
            effects.append(.call { completion(reply.error) })
        }
    }

    func purgeOutstandingWrites() {
        tellConnection { $0.purgeOutstandingWrites() }
    }

    func goOffline() {
        tellConnection { $0.goOffline() }
    }

    func goOnline() {
        tellConnection { $0.goOnline() }
    }

    /// Calls the connection after all earlier calls.
    func tellConnection(_ call: @escaping @Sendable (any ServerConnection) -> Void) {
        whenLoaded { [self] in
            change { [connection] _, effects in effects.append(.call { call(connection) }) }
        }
    }

    /// Returns a key that sorts after all keys that were generated before.
    func nextPushID() -> ChildKey {
        let now = environment.now()
        return change { state, _ in
            // Clamps the time to its 48 bits.
            state.pushIDs.next(milliseconds: Int64(max(0, min(state.serverTime(now), 281_474_976_710_655))))
        }
    }
}

extension ServerReply {
    /// The error for apps.
    var error: (any Error)? {
        switch self {
        case .ok: nil
        case .failed(let failure): DatabaseError.make(failure)
        }
    }
}
