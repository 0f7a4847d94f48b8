// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree

extension PersistentConnection {
    nonisolated func listen(
        to path: TreePath, query: Query, tag: Int?, hash: @escaping @Sendable () -> String, completion: @escaping AnswerHandler
    ) {
        let key = OutstandingListen.Key(path: path, query: query, tag: tag)
        enqueue {
            let number = $0.nextNumber()
            $0.listens[key] = OutstandingListen(number: number, hash: hash, completion: completion)
            $0.ask(key)
        }
    }

    nonisolated func unlisten(from path: TreePath, query: Query, tag: Int?) {
        let key = OutstandingListen.Key(path: path, query: query, tag: tag)
        enqueue {
            guard $0.listens.removeValue(forKey: key) != nil, $0.phase == .open else { return }
            $0.send(ClientMessage.unlisten(from: path, query: query, tag: tag), about: .nothing)
        }
    }

    nonisolated func get(_ path: TreePath, query: Query, completion: @escaping @Sendable (Result<Node, ServerFailure>) -> Void) {
        enqueue {
            let number = $0.nextNumber()
            $0.gets[number] = OutstandingGet(path: path, query: query, completion: completion)
            $0.ask(get: number)
            $0.limitPatience(get: number)
        }
    }

    nonisolated func put(_ node: Node, at path: WritePath, hash: String?, completion: @escaping AnswerHandler) {
        write(.put(node, path, hash: hash), completion)
    }

    nonisolated func merge(_ children: [(path: WritePath, node: Node)], at path: TreePath, completion: @escaping AnswerHandler) {
        write(.merge(children, path), completion)
    }

    private nonisolated func write(_ content: OutstandingWrite.Content, _ completion: @escaping AnswerHandler) {
        enqueue {
            let number = $0.nextNumber()
            $0.writes[number] = OutstandingWrite(content: content, completion: completion)
            $0.ask(write: number)
        }
    }

    nonisolated func onDisconnectPut(_ node: Node, at path: WritePath, completion: @escaping AnswerHandler) {
        onDisconnect(.put(node, path), completion)
    }

    nonisolated func onDisconnectMerge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, completion: @escaping AnswerHandler
    ) {
        onDisconnect(.merge(children, path), completion)
    }

    nonisolated func onDisconnectCancel(_ path: TreePath, completion: @escaping AnswerHandler) {
        onDisconnect(.cancel(path), completion)
    }

    private nonisolated func onDisconnect(_ content: OutstandingOnDisconnect.Content, _ completion: @escaping AnswerHandler) {
        enqueue {
            let number = $0.nextNumber()
            $0.onDisconnects[number] = OutstandingOnDisconnect(content: content, completion: completion)
            $0.ask(onDisconnect: number)
        }
    }

    nonisolated func purgeOutstandingWrites() {
        enqueue { $0.failWrites(.canceled) }
    }

    private func failWrites(_ failure: ServerFailure) {
        let completions =
            writes.sorted { $0.key < $1.key }.map(\.value.completion) + onDisconnects.sorted { $0.key < $1.key }.map(\.value.completion)
        writes = [:]
        onDisconnects = [:]
        for completion in completions { completion(.failed(failure)) }
    }

    func failGets(_ failure: ServerFailure) {
        let failed = gets.sorted { $0.key < $1.key }
        gets = [:]
        for (_, get) in failed { get.completion(.failure(failure)) }
    }

    /// There is no server to ask, and there will be none.
    func refuseAll(_ failure: ServerFailure) {
        let refused = listens.values.sorted { $0.number < $1.number }
        listens = [:]
        for listen in refused { listen.completion?(.failed(failure)) }
        failWrites(failure)
        failGets(failure)
    }

    // MARK: Asking the server, if there is one

    /// Everything that is outstanding, on a new line: what is listened to comes first, so that writes are seen by those who listen.
    func restore() {
        phase = .open
        for listen in listens.sorted(by: { $0.value.number < $1.value.number }) { ask(listen.key) }
        for number in writes.keys.sorted() { ask(write: number) }
        for number in onDisconnects.keys.sorted() { ask(onDisconnect: number) }
        for number in gets.keys.sorted() { ask(get: number) }
        receiver?.connectionChanged(isConnected: true)
    }

    private func ask(_ key: OutstandingListen.Key) {
        guard phase == .open, let listen = listens[key] else { return }
        send(
            ClientMessage.listen(to: key.path, query: key.query, tag: key.tag, hash: listen.hash()),
            about: .listen(key, number: listen.number))
    }

    private func ask(write number: Int) {
        guard phase == .open, let write = writes[number] else { return }
        writes[number]?.wasSent = true
        send(write.message, about: .write(number))
    }

    private func ask(onDisconnect number: Int) {
        guard phase == .open, let request = onDisconnects[number] else { return }
        send(request.message, about: .onDisconnect(number))
    }

    private func ask(get number: Int) {
        guard phase == .open, let get = gets[number] else { return }
        gets[number]?.wasSent = true
        send(ClientMessage.get(get.path, query: get.query), about: .get(number))
    }

    /// Who asks once wants an answer soon, even if it is that there is none.
    func limitPatience(get number: Int) {
        guard gets[number]?.wasSent == false else { return }
        _ = after(Self.getPatience) {
            guard $0.gets[number]?.wasSent == false, let get = $0.gets.removeValue(forKey: number) else { return }
            get.completion(.failure(.disconnected("The client is offline." + ($0.problem.map { " \($0)" } ?? ""))))
        }
    }

    /// The server may have done them, or may not: whoever ran the transaction has to look.
    func failSentTransactions() {
        let failed = writes.filter { $0.value.isTransaction && $0.value.wasSent }.sorted { $0.key < $1.key }
        for (number, write) in failed {
            writes[number] = nil
            write.completion(.failed(.disconnected("The connection broke before the server answered the transaction.")))
        }
    }
}
