import LatchkeyRealtime
import LatchkeyTree

extension SocketRequest {
    /// Returns the rules evaluated for this request; `nil` if none are.
    func trace(in database: RealtimeDatabase, for caller: DatabaseCaller) throws -> DebugTrace? {
        switch self {
        case .listen(let path, let query, _, _, _): return Self.trace(path, query.query, in: database, for: caller)
        case .get(let path, let query): return Self.trace(path, query, in: database, for: caller)
        case .put(let path, let node, _), .onDisconnectPut(let path, let node):
            let operation = try SocketSession.operation(node, at: path, hash: nil)
            return DebugTrace(try database.explainWrite(operation, by: caller.requester), of: "write", at: path.node, auth: caller.auth)
        case .merge(let path, let children, _), .onDisconnectMerge(let path, let children):
            let operation = try WriteOperation.update(children, at: path)
            return DebugTrace(try database.explainWrite(operation, by: caller.requester), of: "write", at: path, auth: caller.auth)
        case .unlisten, .onDisconnectCancel, .authenticate, .unauthenticate, .noted: return nil
        }
    }

    private static func trace(_ path: TreePath, _ query: Query, in database: RealtimeDatabase, for caller: DatabaseCaller) -> DebugTrace? {
        DebugTrace(database.explainRead(path, query: query, by: caller.requester), of: "read", at: path, auth: caller.auth)
    }
}
