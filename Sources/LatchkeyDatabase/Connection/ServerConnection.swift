import LatchkeyTree

/// The way to the server: what Firebase's clients call the persistent connection.
///
/// It keeps what is listened to and what is not yet answered, and asks for it again after each reconnect. Calls return at once, are carried
/// out in their order, and may be made on any thread; completions come one after the other, never inside the call itself.
protocol ServerConnection: AnyObject, Sendable {
    /// Begins to talk to the server, unless ``goOffline()`` was said.
    func start(_ receiver: any ServerReceiver)
    /// - Parameters:
    ///   - tag: of a query that leaves something out; nil where everything at the path is asked for.
    ///   - hash: of what the client holds, asked for at each (re)connect; empty for nothing.
    ///   - completion: called with the server's first answer, and once more if the server ends the listen later, which then is asked for no
    ///     more: a refusal at a reconnect, or a revocation.
    func listen(
        to path: TreePath, query: Query, tag: Int?, hash: @escaping @Sendable () -> String,
        completion: @escaping @Sendable (ServerAnswer) -> Void)
    func unlisten(from path: TreePath, query: Query, tag: Int?)
    func get(_ path: TreePath, query: Query, completion: @escaping @Sendable (Result<Node, ServerFailure>) -> Void)
    /// - Parameters:
    ///   - hash: of what has to be there (a transaction), nil for a plain write. A transaction that was sent when the connection broke ends
    ///     with `.disconnected`; plain writes are sent again.
    ///   - owner: who made it. What cannot be sent as theirs any more ends with `.signedOut`.
    func put(_ node: Node, at path: WritePath, hash: String?, by owner: WriteOwner, completion: @escaping @Sendable (ServerAnswer) -> Void)
    func merge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerAnswer) -> Void)
    func onDisconnectPut(_ node: Node, at path: WritePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerAnswer) -> Void)
    func onDisconnectMerge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner,
        completion: @escaping @Sendable (ServerAnswer) -> Void)
    func onDisconnectCancel(_ path: TreePath, by owner: WriteOwner, completion: @escaping @Sendable (ServerAnswer) -> Void)
    /// Drops writes that were not answered; their completions get `.canceled`.
    func purgeOutstandingWrites()
    func goOffline()
    /// Goes offline for good, and refuses everything that is outstanding or asked for later as `unavailable`, with the reason.
    func end(_ reason: String)
    func goOnline()
}

enum ServerAnswer: Sendable, Equatable {
    case ok(warnings: [String])
    case failed(ServerFailure)
}

/// Why the server, or the way to it, did not do something.
struct ServerFailure: Error, Sendable, Equatable {
    /// The protocol's word: `permission_denied`, `datastale`, `unavailable`, `disconnect`, `write_canceled`, ...
    var status: String
    var text: String
}

/// What the server says without being asked. Called one after the other, in the order of arrival, also with respect to completions.
protocol ServerReceiver: AnyObject, Sendable {
    func connectionChanged(isConnected: Bool)
    /// Whether the server knows whose client this is.
    func authenticationChanged(isAuthenticated: Bool)
    func serverTimeChanged(offsetMilliseconds: Double)
    func received(_ node: Node, at path: TreePath, tag: Int?)
    func received(_ children: [(path: WritePath, node: Node)], at path: TreePath, tag: Int?)
}
