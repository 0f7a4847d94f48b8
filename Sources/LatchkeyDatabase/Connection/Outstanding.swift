import LatchkeyTree

typealias ReplyHandler = @Sendable (ServerReply) -> Void

/// An active listen of the client.
struct OutstandingListen {
    struct Key: Hashable {
        let path: TreePath
        let query: Query
        let tag: Int?
    }

    /// The position in the order of all listens.
    let number: Int
    let hash: @Sendable () -> String
    let completion: ReplyHandler
    /// Whether the first response was reported. After that only the end of the listen is reported.
    var wasAnswered = false
    /// The number of the line over which the listen was sent.
    var sentOn: Int?
}

/// A write without a response.
struct OutstandingWrite {
    enum Content {
        case put(Node, WritePath, hash: String?)
        case merge([(path: WritePath, node: Node)], TreePath)
    }

    let content: Content
    let owner: WriteOwner
    let completion: ReplyHandler
    /// The number of the line over which the write was sent last; `nil` if the server cannot have received it.
    var sentOn: Int?
    var sentAt = Duration.zero
    /// The number of connections that were lost shortly after the write was sent.
    var brokenLines = 0

    /// Whether the write depends on the server's data, which may have changed when the client has reconnected.
    var isTransaction: Bool {
        if case .put(_, _, .some) = content { true } else { false }
    }

    var message: ClientMessage.Body {
        switch content {
        case .put(let node, let path, let hash): ClientMessage.put(node, at: path, hash: hash)
        case .merge(let children, let path): ClientMessage.merge(children, at: path)
        }
    }
}

/// An on-disconnect request that the server has not confirmed.
struct OutstandingOnDisconnect {
    enum Content {
        case put(Node, WritePath)
        case merge([(path: WritePath, node: Node)], TreePath)
        case cancel(TreePath)
    }

    let content: Content
    let owner: WriteOwner
    let completion: ReplyHandler
    var sentOn: Int?
    var sentAt = Duration.zero
    var brokenLines = 0

    var message: ClientMessage.Body {
        switch content {
        case .put(let node, let path): ClientMessage.put(node, at: path, hash: nil, action: "o")
        case .merge(let children, let path): ClientMessage.merge(children, at: path, action: "om")
        case .cancel(let path): ClientMessage.onDisconnectCancel(path)
        }
    }
}

/// A one-time read.
struct OutstandingGet {
    let path: TreePath
    let query: Query
    let completion: @Sendable (Result<Node, ServerFailure>) -> Void
    var wasSent = false
}

extension ServerFailure {
    static func revoked(_ path: TreePath) -> ServerFailure {
        ServerFailure(status: "permission_denied", text: "Reading \(path) is no longer allowed.")
    }
    static func disconnected(_ text: String) -> ServerFailure { ServerFailure(status: "disconnect", text: text) }
    static let canceled = ServerFailure(status: "write_canceled", text: "The write was canceled before the server responded to it.")
    static let signedOut = ServerFailure(
        status: "signed_out",
        text: "The user that made the write is no longer signed in, and the write is not sent as another user. If it was already sent, the "
            + "server may have executed it.")
    static func tooLarge(bytes: Int, maxBytes: Int) -> ServerFailure {
        let whom = maxBytes < ClientMessage.maxBytes ? " from a client that is not signed in" : ""
        return ServerFailure(
            status: "too_large",
            text: "The write is \(bytes) bytes of JSON, but the server accepts at most \(maxBytes)\(whom). Write it in parts.")
    }
    static let endsConnections = ServerFailure(
        status: "too_large",
        text: "The server closed the connection each time the write was sent, so it is not sent again. It may be too large: write "
            + "it in parts.")
}
