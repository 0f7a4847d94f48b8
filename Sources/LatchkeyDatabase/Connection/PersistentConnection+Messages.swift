import LatchkeyTree
import LatchkeyWire

extension PersistentConnection {
    /// Handles a text of the server.
    ///
    /// - Throws: An error that ends the line. Unreadable messages are not skipped.
    func take(_ text: [UInt8], on number: Int) throws {
        guard line?.number == number else { throw CancellationError() }
        guard let message = try frames.take(text, maxBytes: Self.maxMessageBytes) else { return }
        switch try ServerMessage(message) {
        case .hello(let session, let milliseconds): greeted(session, milliseconds)
        case .redirect(let host): redirect(to: host)
        case .shutDown(let reason): sentAway(reason)
        case .respond(let request, let status, let data):
            noteReply(to: request)
            if let question = requests.removeValue(forKey: request) { answered(question, status, data) }
        // No listens are sent before the server has accepted the token, so a correct server does not send such messages before.
        case .put(let node, let path, let tag) where line?.isRestored == true: receiver?.received(node, at: path, tag: tag)
        case .merge(let children, let path, let tag) where line?.isRestored == true: receiver?.received(children, at: path, tag: tag)
        case .listenRevoked(let path, let queries) where line?.isRestored == true: revoked(path, queries)
        case .authRevoked(let status, let text): tokenRefused(status, text)
        case .put, .merge, .listenRevoked, .unknown: break
        }
    }

    private func greeted(_ session: String?, _ milliseconds: Double?) {
        guard let number = line?.number, line?.greetedAt == nil else { return }
        // The ID is part of the URL of the next attempt; servers do not use longer ones.
        lastSession = session.flatMap { $0.utf8.count <= 256 ? $0 : nil }
        problem = nil
        redirects = 0
        line?.greetedAt = parts.time.uptime()
        limitIntroduction(number)
        keepUp(number)
        // Times outside the valid range of dates are a mistake of the server and are ignored.
        if let milliseconds, (0...8.64e15).contains(milliseconds) {
            receiver?.serverTimeChanged(offsetMilliseconds: milliseconds - parts.time.milliseconds())
        }
        authenticate(number)
    }

    /// Sends keep-alive messages and refreshes the token while the line is open.
    ///
    /// - Parameter idle: The time since the last message was sent.
    private func keepUp(_ number: Int, idle: Duration = .zero) {
        line?.upkeep = after(Self.keepAliveInterval - idle) { connection in
            guard let line = connection.line, line.number == number else { return }
            let now = connection.parts.time.uptime()
            var idle = now - line.lastSent
            if idle >= Self.keepAliveInterval {
                idle = .zero
                connection.line?.lastSent = now
                line.outgoing.yield(SocketFrames.keepAlive)
            }
            connection.keepUp(number, idle: idle)
            if connection.phase == .open { Task { await connection.presentToken() } }
        }
    }

    private func redirect(to host: String) {
        guard line?.greetedAt == nil, case .success(let address) = address else { return reconnect() }
        redirects += 1
        guard let other = address.redirected(to: host), redirects <= Self.maxRedirects else {
            redirects = 0
            redirected = nil
            let text = "\(address.authority) redirects clients to “\(host.prefix(255))”, which this client does not follow."
            parts.warn(text + " If the redirect is correct, use the address of the other server.")
            problem = text
            return reconnect()
        }
        redirected = other
        reconnect(after: .zero)
    }

    private func sentAway(_ reason: String) {
        let text = "The server closed the database to this client: \(reason.prefix(1024))"
        parts.warn(text + " The client does not reconnect until you call goOnline() or restart the program.")
        problem = text
        wasSentAway = true
        hangUp()
        failGets(ServerFailure(status: "unavailable", text: text))
        finishIntroductions(.failure(ServerFailure(status: "unavailable", text: text))) { _ in true }
    }

    // MARK: Responses

    private func answered(_ question: Question, _ status: String, _ data: JSONValue) {
        let isOK = status == "ok"
        let failure = ServerFailure(status: status.isEmpty ? "failed" : status, text: data.string ?? "")
        let reply: ServerReply = isOK ? .ok(warnings: Self.warnings(data)) : .failed(failure)
        switch question {
        case .nothing: break
        case .authentication(let token): isOK ? believed(token, data) : tokenRefused(status, data.string ?? "")
        case .write(let number): writes.removeValue(forKey: number)?.completion(reply)
        case .onDisconnect(let number): onDisconnects.removeValue(forKey: number)?.completion(reply)
        case .get(let number):
            guard let get = gets.removeValue(forKey: number) else { return }
            get.completion(isOK ? Result { try Node(data) }.mapError { _ in .unreadable } : .failure(failure))
        case .listen(let key, let number):
            // Ignores responses to a listen that has ended or was started again.
            guard var listen = listens[key], listen.number == number else { return }
            let isFirst = !listen.wasAnswered
            listen.wasAnswered = true
            listens[key] = isOK ? listen : nil
            if isFirst || !isOK { listen.completion(reply) }
        }
    }

    private static func warnings(_ data: JSONValue) -> [String] {
        guard case .array(let elements)? = data["w"] else { return [] }
        return elements.compactMap(\.string)
    }

    /// Handles a revocation. Without queries, it applies to the listen for all data at the path, or if there is none, to all listens there.
    private func revoked(_ path: TreePath, _ queries: [Query]?) {
        let here = listens.keys.filter { $0.path == path }
        // Listens that the client ended before the server processed the request. Identical listens may have started since.
        let ended = line?.endedListens.keys.filter { $0.path == path } ?? []
        let endedNames = Set(ended.map(\.query.queryObjectText))
        let names = queries.map { Set($0.map(\.queryObjectText)) }
        var revoked = here.filter { key in
            let name = key.query.queryObjectText
            return (names?.contains(name) ?? (key.tag == nil)) && !endedNames.contains(name)
        }
        if queries == nil, revoked.isEmpty, !ended.contains(where: { $0.tag == nil }) { revoked = here }
        for (_, listen) in revoked.compactMap({ key in listens.removeValue(forKey: key).map { (key, $0) } })
            .sorted(by: { $0.1.number < $1.1.number })
        {
            listen.completion(.failed(.revoked(path)))
        }
    }
}

extension ServerFailure {
    fileprivate static let unreadable = ServerFailure(status: "failed", text: "The server's response cannot be read.")
}
