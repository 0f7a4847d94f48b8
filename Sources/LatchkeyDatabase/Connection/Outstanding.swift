import LatchkeyTree

typealias AnswerHandler = @Sendable (ServerAnswer) -> Void

/// What a client listens to, for as long as it does.
struct OutstandingListen {
    struct Key: Hashable {
        let path: TreePath
        let query: Query
        let tag: Int?
    }

    /// The order in which they began.
    let number: Int
    let hash: @Sendable () -> String
    let completion: AnswerHandler
    /// After the first answer only the end is told.
    var wasAnswered = false
    /// The line on which the server was asked.
    var askedOn: Int?
}

/// A write that was not answered.
struct OutstandingWrite {
    enum Content {
        case put(Node, WritePath, hash: String?)
        case merge([(path: WritePath, node: Node)], TreePath)
    }

    let content: Content
    let owner: WriteOwner
    let completion: AnswerHandler
    /// The line over which it was sent last; nil if the server cannot know of it.
    var sentOn: Int?
    var sentAt = Duration.zero
    /// How often a line broke right after it was sent.
    var brokenLines = 0

    /// Whether it was made for a state of the server that another connection may not find.
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

/// What shall happen when the connection ends, as long as the server did not say that it knows.
struct OutstandingOnDisconnect {
    enum Content {
        case put(Node, WritePath)
        case merge([(path: WritePath, node: Node)], TreePath)
        case cancel(TreePath)
    }

    let content: Content
    let owner: WriteOwner
    let completion: AnswerHandler
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

/// A node that was asked for once.
struct OutstandingGet {
    let path: TreePath
    let query: Query
    let completion: @Sendable (Result<Node, ServerFailure>) -> Void
    var wasSent = false
}

extension ServerFailure {
    static func revoked(_ path: TreePath) -> ServerFailure {
        ServerFailure(status: "permission_denied", text: "Reading \(path) is not allowed any more.")
    }
    static func disconnected(_ text: String) -> ServerFailure { ServerFailure(status: "disconnect", text: text) }
    static let canceled = ServerFailure(status: "write_canceled", text: "The write was canceled before the server answered it.")
    static let signedOut = ServerFailure(
        status: "signed_out",
        text: "Who made the write is not signed in any more, and it is not done as anybody else's. If it had been sent already, the "
            + "server may have done it all the same.")
    static func tooLarge(bytes: Int, maxBytes: Int) -> ServerFailure {
        let whom = maxBytes < ClientMessage.maxBytes ? " from a client that is not signed in" : ""
        return ServerFailure(
            status: "too_large",
            text: "The write is \(bytes) bytes of JSON, and the server takes \(maxBytes) at once\(whom). Write it in parts.")
    }
    static let endsConnections = ServerFailure(
        status: "too_large",
        text: "The server ended the connection each time that the write was sent, and it is not sent again. It may be too large: write "
            + "it in parts.")
}
