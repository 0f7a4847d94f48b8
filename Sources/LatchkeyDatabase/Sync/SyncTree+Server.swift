// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree

extension SyncTree {
    /// The server told what is at a place now.
    mutating func received(_ changes: [TreeChange], at path: TreePath, tag: Int?, _ effects: inout [Effect]) {
        let isWhole = changes.contains { $0.path == path && $0.isSet }
        var isNewlyTold = false
        for (key, listen) in listens where listen.tag == tag {
            guard tag == nil ? key.path.isRelated(to: path) : key.path.contains(path) else { continue }
            var tree = listen.isComplete ? LocalTree(complete: listen.node) : .unknown
            for change in changes { tree.apply(change, at: key.path) }
            guard tree.isComplete else { continue }
            listens[key]?.node = tree.node
            listens[key]?.isComplete = true
            guard isWhole, path.contains(key.path), !listen.isTold else { continue }
            listens[key]?.isTold = true
            isNewlyTold = true
        }
        if isNewlyTold { afterTelling(&effects) }
        if let tag {
            guard let key = listens.values.first(where: { $0.tag == tag })?.key else { return }
            refresh(key, &effects)
        } else {
            refresh(changes.map(\.path), &effects)
        }
    }

    /// The server has told everything of a listen: also where there is nothing, or what the client knew already.
    mutating func listenConfirmed(_ id: Int, _ effects: inout [Effect]) {
        guard let listen = listens.values.first(where: { $0.id == id }), !listen.isTold else { return }
        listens[listen.key]?.isComplete = true
        listens[listen.key]?.isTold = true
        afterTelling(&effects)
        if listen.tag == nil { refresh([listen.key.path], &effects) } else { refresh(listen.key, &effects) }
    }

    private mutating func afterTelling(_ effects: inout [Effect]) {
        updateListens(&effects)
        forgetAcknowledged()
    }

    /// The server does not tell a listen any more, or never did.
    mutating func listenFailed(_ id: Int, _ failure: ServerFailure, _ effects: inout [Effect]) {
        guard let listen = listens.values.first(where: { $0.id == id }) else { return }
        cancel(listen, failure, &effects)
    }

    /// The same, said by place; every listen there is meant where no query is named.
    mutating func listenRevoked(at path: TreePath, query: Query?, _ failure: ServerFailure, _ effects: inout [Effect]) {
        let key = query.map { Listen.Key(path: path, query: $0) }
        let revoked = listens.values.filter { $0.key.path == path && (key == nil || $0.key == key) }
        for listen in revoked.sorted(by: { $0.id < $1.id }) { cancel(listen, failure, &effects) }
    }

    /// Observers of what the listen asked for are told and gone. Others that it served listen for themselves from now on.
    private mutating func cancel(_ listen: Listen, _ failure: ServerFailure, _ effects: inout [Effect]) {
        guard listens[listen.key] != nil else { return }
        var all = views[listen.key.path] ?? []
        for index in all.indices where all[index].listenKey == listen.key {
            for registration in all[index].registrations { effects.append(.cancel(registration, failure)) }
            all[index].registrations = []
        }
        views[listen.key.path] = all
        var after: [Effect] = []
        removeEmptyViews(&after)
        // The server has forgotten it, and the connection with it.
        effects += after.filter { effect in
            if case .unlisten(let ended) = effect { ended.id != listen.id } else { true }
        }
        listens[listen.key] = listens[listen.key]?.id == listen.id ? nil : listens[listen.key]
        refresh([listen.key.path], &effects)
    }
}

extension TreeChange {
    fileprivate var isSet: Bool {
        if case .set = self { true } else { false }
    }
}
