// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LatchkeyTree

/// Stands for the connection where there is no address to connect to: every call says so.
final class RefusingConnection: ServerConnection {
    private let failure: ServerFailure
    private let queue = DispatchQueue(label: "latchkey.database.refusals")

    init(_ error: DatabaseConfigurationError) {
        failure = ServerFailure(status: "unavailable", text: error.description)
    }

    private func refuse(_ completion: @escaping AnswerHandler) {
        queue.async { [failure] in completion(.failed(failure)) }
    }

    func start(_ receiver: any ServerReceiver) {}

    func listen(
        to path: TreePath, query: Query, tag: Int?, hash: @escaping @Sendable () -> String, completion: @escaping AnswerHandler
    ) { refuse(completion) }

    func unlisten(from path: TreePath, query: Query, tag: Int?) {}

    func get(_ path: TreePath, query: Query, completion: @escaping @Sendable (Result<Node, ServerFailure>) -> Void) {
        queue.async { [failure] in completion(.failure(failure)) }
    }

    func put(_ node: Node, at path: WritePath, hash: String?, completion: @escaping AnswerHandler) { refuse(completion) }

    func merge(_ children: [(path: WritePath, node: Node)], at path: TreePath, completion: @escaping AnswerHandler) { refuse(completion) }

    func onDisconnectPut(_ node: Node, at path: WritePath, completion: @escaping AnswerHandler) { refuse(completion) }

    func onDisconnectMerge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, completion: @escaping AnswerHandler
    ) { refuse(completion) }

    func onDisconnectCancel(_ path: TreePath, completion: @escaping AnswerHandler) { refuse(completion) }

    func purgeOutstandingWrites() {}

    func goOffline() {}

    func goOnline() {}
}
