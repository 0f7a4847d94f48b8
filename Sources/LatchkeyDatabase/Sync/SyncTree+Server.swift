import LatchkeyTree

extension SyncTree {
    /// Handles data from the server.
    ///
    /// - Parameter isGuess: Whether the data is an estimate of what the server has done, and was not sent by it.
    mutating func received(_ changes: [TreeChange], at path: TreePath, tag: Int?, isGuess: Bool = false, _ effects: inout [Effect]) {
        let isWhole = !isGuess && changes.contains { $0.path == path && $0.isSet }
        var isNewlyTold = false
        let meant = listens.meant(by: path, tag: tag)
        for var listen in meant {
            var tree = listen.isComplete ? LocalTree(complete: listen.node) : .unknown
            for change in changes { tree.apply(change, at: listen.key.path) }
            guard tree.isComplete else { continue }
            listen.node = tree.node
            listen.isComplete = true
            if isWhole, path.contains(listen.key.path), !listen.isTold {
                listen.isTold = true
                isNewlyTold = true
            }
            listens[listen.key] = listen
        }
        if isNewlyTold { afterTelling(&effects) }
        if tag == nil {
            refresh(changes.map(\.path), &effects)
        } else if let key = meant.first?.key {
            refresh(key, changing: changes.map(\.path), &effects)
        }
    }

    /// Handles the confirmation of a listen. Its data is complete, also if there is none or the client already had it.
    mutating func listenConfirmed(_ id: Int, _ effects: inout [Effect]) {
        guard let listen = listens[id: id], !listen.isTold else { return }
        listens[listen.key]?.isComplete = true
        listens[listen.key]?.isTold = true
        afterTelling(&effects)
        if listen.tag == nil { refresh([listen.key.path], &effects) } else { refresh(listen.key, &effects) }
    }

    private mutating func afterTelling(_ effects: inout [Effect]) {
        updateListens(&effects)
        forgetAcknowledged()
    }

    /// Handles the denial or revocation of a listen.
    mutating func listenFailed(_ id: Int, _ failure: ServerFailure, _ effects: inout [Effect]) {
        guard let listen = listens[id: id] else { return }
        cancel(listen, failure, &effects)
    }

    /// Cancels and removes the observers of a listen. Other views that it served start their own listens.
    private mutating func cancel(_ listen: Listen, _ failure: ServerFailure, _ effects: inout [Effect]) {
        guard listens[listen.key] != nil else { return }
        var all = views[listen.key.path] ?? []
        var canceled: [Registration] = []
        for index in all.indices where all[index].listenKey == listen.key {
            canceled += all[index].registrations
            all[index].registrations = []
        }
        views[listen.key.path] = all
        // Transactions handle denied reads themselves.
        if !canceled.isEmpty { effects.append(.cancel(canceled, listen.key.path, failure)) }
        var after: [Effect] = []
        removeEmptyViews(at: [listen.key.path], &after)
        // The listen needs no unlisten request, because it has already ended on the server and in the connection.
        effects += after.filter { effect in
            if case .unlisten(let ended) = effect { ended.id != listen.id } else { true }
        }
        listens[listen.key] = listens[listen.key]?.id == listen.id ? nil : listens[listen.key]
        refresh([listen.key.path], &effects)
    }
}
