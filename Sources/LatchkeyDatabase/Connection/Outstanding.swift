// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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
    /// Nil once it was called: a refusal after that is told as a revocation.
    var completion: AnswerHandler?
}

/// A write that was not answered.
struct OutstandingWrite {
    enum Content {
        case put(Node, WritePath, hash: String?)
        case merge([(path: WritePath, node: Node)], TreePath)
    }

    let content: Content
    let completion: AnswerHandler
    /// Whether the server may know of it.
    var wasSent = false

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
    let completion: AnswerHandler

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
    static func disconnected(_ text: String) -> ServerFailure { ServerFailure(status: "disconnect", text: text) }
    static let canceled = ServerFailure(status: "write_canceled", text: "The write was canceled before the server answered it.")
}
