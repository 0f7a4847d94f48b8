import LatchkeyTree

/// The connection to the server; Firebase clients call it the persistent connection.
///
/// It stores listens and unconfirmed requests, and sends them again after each reconnect. Calls return immediately, are executed in order,
/// and can be made on any thread. Completions are called one at a time, never inside the call itself.
protocol ServerConnection: AnyObject, Sendable {
    /// Connects to the server, unless ``goOffline()`` was called.
    func start(_ receiver: any ServerReceiver)
    /// Starts a listen.
    ///
    /// - Parameters:
    ///   - tag: The tag of a query that filters the data; `nil` for a listen to all data at the path.
    ///   - hash: Returns the hash of the client's data at each connect and reconnect; empty for no data.
    ///   - completion: Called with the server's first response, and once more if the server ends the listen later by a denial at a
    ///     reconnect or a revocation. The listen is not sent again after that.
    func listen(
        to path: TreePath, query: Query, tag: Int?, hash: @escaping @Sendable () -> String,
        completion: @escaping @Sendable (ServerReply) -> Void)
    func unlisten(from path: TreePath, query: Query, tag: Int?)
    func get(_ path: TreePath, query: Query, completion: @escaping @Sendable (Result<Node, ServerFailure>) -> Void)
    /// Sends a write.
    ///
    /// - Parameters:
    ///   - hash: The hash of the expected data for a transaction; `nil` for a plain write. A transaction that was sent when the connection
    ///     was lost ends with `.disconnected`; plain writes are sent again.
    ///   - owner: The user that made the write. If it can no longer be sent as this user, it ends with `.signedOut`.
    func put(_ node: Node, at path: WritePath, hash: String?, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void)
    func merge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerReply) -> Void)
    func onDisconnectPut(_ node: Node, at path: WritePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void)
    func onDisconnectMerge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerReply) -> Void)
    func onDisconnectCancel(_ path: TreePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerReply) -> Void)
    /// Drops unconfirmed writes. Their completions receive `.canceled`.
    func purgeOutstandingWrites()
    func goOffline()
    /// Goes offline permanently. All outstanding and later calls fail as `unavailable`, with the reason.
    func end(_ reason: String)
    func goOnline()
}

enum ServerReply: Sendable, Equatable {
    case ok(warnings: [String])
    case failed(ServerFailure)
}

/// The reason why the server, or the connection to it, did not execute a request.
struct ServerFailure: Error, Sendable, Equatable {
    /// The status of the protocol: `permission_denied`, `datastale`, `unavailable`, `disconnect`, `write_canceled`, ...
    var status: String
    var text: String
}

/// A receiver for events of the server. It is called for one event at a time, in the order of arrival, also relative to completions.
protocol ServerReceiver: AnyObject, Sendable {
    func connectionChanged(isConnected: Bool)
    /// Reports whether the server has authenticated the client's user.
    func authenticationChanged(isAuthenticated: Bool)
    func serverTimeChanged(offsetMilliseconds: Double)
    func received(_ node: Node, at path: TreePath, tag: Int?)
    func received(_ children: [(path: WritePath, node: Node)], at path: TreePath, tag: Int?)
}
