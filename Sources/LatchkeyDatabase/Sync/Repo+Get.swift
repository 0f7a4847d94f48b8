import LatchkeyTree
import Synchronization

extension Repo {
    /// The time that a read waits for a connection, as in Firebase clients.
    static let connectionWait = Duration.seconds(3)

    /// Reads the value of a query: the cached data if a listen keeps it up to date, otherwise the server's response.
    func get(_ location: Location, query: Query, completion: @escaping @Sendable (Result<Node, any Error>) -> Void) {
        let request = Request(completion)
        let isConnected = change { state, effects in
            let known = state[location.tree].localTree(at: location.path, query: query)
            if known.isCurrent, known.showsEverything {
                let node = query.apply(to: known.node)
                effects.append(.call { request.respond(.success(node)) })
                return true
            }
            effects.append(
                .call { [self] in
                    connection.get(location.path, query: query) { [weak self] reply in
                        self?.answered(request, at: location.path, query: query, reply)
                    }
                })
            return state.isConnected
        }
        if isConnected { return }
        Task { [weak self, environment] in
            try? await environment.sleep(Self.connectionWait)
            guard let self, !read({ $0.isConnected }) else { return }
            answered(request, at: location.path, query: query, .failure(ServerFailure(status: "disconnect", text: "")))
        }
    }

    private func answered(_ request: Request, at path: TreePath, query: Query, _ reply: Result<Node, ServerFailure>) {
        change { state, effects in
            let result: Result<Node, any Error>
            switch reply {
            case .success(let node):
                var tree = query.isUnfiltered ? LocalTree(complete: node) : LocalTree(window: node)
                for write in state.data.writes.deciding(path, where: { $0.isVisible && !$0.isAcknowledged }) {
                    for change in write.changes { tree.apply(change, at: path) }
                }
                result = .success(query.apply(to: tree.node))
            case .failure(let failure) where ["disconnect", "unavailable"].contains(failure.status):
                // Falls back to cached data from before the connection was lost.
                let known = state.data.localTree(at: path, query: query)
                if known.showsEverything {
                    result = .success(query.apply(to: known.node))
                } else if failure.status == "unavailable" {
                    result = .failure(DatabaseError.make(failure))
                } else {
                    let text = [DatabaseError.offlineText(path), failure.text].filter { !$0.isEmpty }.joined(separator: " ")
                    result = .failure(DatabaseError.make(.offline, text))
                }
            case .failure(let failure): result = .failure(DatabaseError.make(failure))
            }
            effects.append(.call { request.respond(result) })
        }
    }

    /// A read that is completed once, by the first result.
    private final class Request: Sendable {
        /// Wraps the closure, which must not be stored directly in a lock; see `Scripts/check-closures`.
        private struct Receiver: Sendable {
            let call: @Sendable (Result<Node, any Error>) -> Void
        }

        /// Released with the result, because it may retain an object that retains this request.
        private let receiver: Mutex<Receiver?>

        init(_ completion: @escaping @Sendable (Result<Node, any Error>) -> Void) {
            self.receiver = Mutex(Receiver(call: completion))
        }

        func respond(_ result: Result<Node, any Error>) {
            let receiver = receiver.withLock { receiver in
                defer { receiver = nil }
                return receiver
            }
            receiver?.call(result)
        }
    }
}
