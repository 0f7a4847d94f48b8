import LatchkeyTree

extension PersistentConnection {
    nonisolated func listen(
        to path: TreePath, query: Query, tag: Int?, hash: @escaping @Sendable () -> String, completion: @escaping ReplyHandler
    ) {
        let key = OutstandingListen.Key(path: path, query: query, tag: tag)
        enqueue {
            let number = $0.nextNumber()
            $0.listens[key] = OutstandingListen(number: number, hash: hash, completion: completion)
            $0.sendIfOpen(key)
        }
    }

    nonisolated func unlisten(from path: TreePath, query: Query, tag: Int?) {
        let key = OutstandingListen.Key(path: path, query: query, tag: tag)
        enqueue(.nothing) {
            // Also sent while the connection authenticates again, because the server continues to send data for the listen.
            guard let listen = $0.listens.removeValue(forKey: key), let line = listen.sentOn, line == $0.line?.number else {
                return
            }
            $0.send(ClientMessage.unlisten(from: path, query: query, tag: tag), about: .nothing)
            $0.noteEnd(of: key)
        }
    }

    nonisolated func get(_ path: TreePath, query: Query, completion: @escaping @Sendable (Result<Node, ServerFailure>) -> Void) {
        enqueue {
            let number = $0.nextNumber()
            $0.gets[number] = OutstandingGet(path: path, query: query, completion: completion)
            $0.sendIfOpen(get: number)
            $0.limitPatience(get: number)
        }
    }

    nonisolated func put(
        _ node: Node, at path: WritePath, hash: String?, by owner: WriteOwner, completion: @escaping ReplyHandler
    ) {
        write(.put(node, path, hash: hash), owner, completion)
    }

    nonisolated func merge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner, completion: @escaping ReplyHandler
    ) {
        write(.merge(children, path), owner, completion)
    }

    private nonisolated func write(_ content: OutstandingWrite.Content, _ owner: WriteOwner, _ completion: @escaping ReplyHandler) {
        enqueue(.owner(owner.uid)) {
            let write = OutstandingWrite(content: content, owner: owner, completion: completion)
            if let failure = Self.problem(of: write.message, by: owner) { return completion(.failed(failure)) }
            let number = $0.nextNumber()
            $0.writes[number] = write
            $0.sendIfOpen(write: number)
            $0.dropStrangers(adding: owner)
        }
    }

    nonisolated func onDisconnectPut(_ node: Node, at path: WritePath, by owner: WriteOwner, completion: @escaping ReplyHandler) {
        onDisconnect(.put(node, path), owner, completion)
    }

    nonisolated func onDisconnectMerge(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, by owner: WriteOwner, completion: @escaping ReplyHandler
    ) {
        onDisconnect(.merge(children, path), owner, completion)
    }

    nonisolated func onDisconnectCancel(_ path: TreePath, by owner: WriteOwner, completion: @escaping ReplyHandler) {
        onDisconnect(.cancel(path), owner, completion)
    }

    private nonisolated func onDisconnect(
        _ content: OutstandingOnDisconnect.Content, _ owner: WriteOwner, _ completion: @escaping ReplyHandler
    ) {
        enqueue(.owner(owner.uid)) {
            let request = OutstandingOnDisconnect(content: content, owner: owner, completion: completion)
            if let failure = Self.problem(of: request.message, by: owner) { return completion(.failed(failure)) }
            let number = $0.nextNumber()
            $0.onDisconnects[number] = request
            $0.sendIfOpen(onDisconnect: number)
            $0.dropStrangers(adding: owner)
        }
    }

    nonisolated func purgeOutstandingWrites() {
        enqueue(.nothing) { $0.failWrites(.canceled) }
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

    /// Fails all outstanding calls, because no server is available.
    func refuseAll(_ failure: ServerFailure) {
        let refused = listens.values.sorted { $0.number < $1.number }
        listens = [:]
        for listen in refused { listen.completion(.failed(failure)) }
        failWrites(failure)
        failGets(failure)
        finishIntroductions(.failure(failure)) { _ in true }
    }

    // MARK: Sending to the server

    /// Sends all outstanding requests that were not sent over this line. Listens come first, so that the client's observers see its writes.
    func restore() {
        phase = .open
        line?.deadline?.cancel()
        dropStrangers()
        for listen in listens.sorted(by: { $0.value.number < $1.value.number }) { sendIfOpen(listen.key) }
        for number in writes.keys.sorted() { sendIfOpen(write: number) }
        for number in onDisconnects.keys.sorted() { sendIfOpen(onDisconnect: number) }
        for number in gets.keys.sorted() { sendIfOpen(get: number) }
        guard line?.isRestored == false else { return }
        line?.isRestored = true
        receiver?.connectionChanged(isConnected: true)
    }

    /// Sends the writes that were made without a signed-in user. A new line is unauthenticated until a token is sent, so they come before
    /// it.
    func restoreUnauthenticatedWrites() {
        for number in writes.keys.sorted() { send(write: number) }
        for number in onDisconnects.keys.sorted() { send(onDisconnect: number) }
    }

    private func sendIfOpen(_ key: OutstandingListen.Key) {
        guard phase == .open, let line, let listen = listens[key], listen.sentOn != line.number else { return }
        listens[key]?.sentOn = line.number
        send(
            ClientMessage.listen(to: key.path, query: key.query, tag: key.tag, hash: listen.hash()),
            about: .listen(key, number: listen.number))
    }

    private func sendIfOpen(write number: Int) {
        if phase == .open { send(write: number) }
    }

    private func sendIfOpen(onDisconnect number: Int) {
        if phase == .open { send(onDisconnect: number) }
    }

    /// Sends a write unless it was already sent over this line, or the server would attribute it to another user.
    private func send(write number: Int) {
        guard let line, let write = writes[number], write.owner.uid == line.uid, write.sentOn != line.number else { return }
        writes[number]?.sentOn = line.number
        writes[number]?.sentAt = parts.time.uptime()
        send(write.message, about: .write(number))
    }

    private func send(onDisconnect number: Int) {
        guard let line, let request = onDisconnects[number], request.owner.uid == line.uid, request.sentOn != line.number else { return }
        onDisconnects[number]?.sentOn = line.number
        onDisconnects[number]?.sentAt = parts.time.uptime()
        send(request.message, about: .onDisconnect(number))
    }

    private func sendIfOpen(get number: Int) {
        guard phase == .open, let get = gets[number], !get.wasSent else { return }
        gets[number]?.wasSent = true
        send(ClientMessage.get(get.path, query: get.query), about: .get(number))
    }

    /// Limits how long an unsent read waits for a connection.
    func limitPatience(get number: Int) {
        guard gets[number]?.wasSent == false else { return }
        _ = after(Self.getPatience) {
            guard $0.gets[number]?.wasSent == false, let get = $0.gets.removeValue(forKey: number) else { return }
            get.completion(.failure(.disconnected("The client is offline." + ($0.problem.map { " \($0)" } ?? ""))))
        }
    }

    /// Fails transactions that were sent. The server may have executed them, so the app has to check the data.
    func failSentTransactions() {
        let failed = writes.filter { $0.value.isTransaction && $0.value.sentOn != nil }.sorted { $0.key < $1.key }
        for (number, write) in failed {
            writes[number] = nil
            write.completion(.failed(.disconnected("The connection was lost before the server responded to the transaction.")))
        }
    }
}
