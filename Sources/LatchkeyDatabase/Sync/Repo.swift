// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTree
import Synchronization

/// Keeps what the client knows and wants, talks to the server by its connection, and tells observers.
///
/// Any thread may call. What has to be done outside, and told, is lined up while the state is locked and carried out after that, in
/// that order, by one thread at a time: so nobody is called while something is locked, and nothing overtakes anything.
final class Repo: Sendable {
    let connection: any ServerConnection
    let main = MainDelivery()
    let environment: Environment
    private let state: Mutex<State>

    /// What the repo needs of the world around it.
    struct Environment: Sendable {
        /// Milliseconds since 1970.
        var now: @Sendable () -> Double = { (Date().timeIntervalSince1970 * 1000).rounded(.down) }
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Asked for once, when the database is first used. Nil for writes that do not outlive the app.
        var journal: @Sendable () -> (any WriteJournal)? = { nil }
        /// Who is signed in; nil for nobody.
        var uid: @Sendable () -> String? = { nil }
        /// Says something to the developer of the app.
        var warn: @Sendable (String) -> Void = { FileHandle.standardError.write(Data("LatchkeyDatabase: \($0)\n".utf8)) }
    }

    struct State {
        var data = SyncTree()
        var info = SyncTree(known: Repo.initialInfo)
        var isStarted = false
        var isConnected = false
        var journal: (any WriteJournal)?
        var lastWriteID = 0
        /// To add to this machine's time.
        var serverTimeOffset = 0.0
        var transactions: [Int: Transaction] = [:]
        var disconnectWrites = DisconnectWrites()
        var pushIDs = PushIDGenerator(randomness: SystemRandomNumberGenerator())
        var outgoing: [SyncTree.Effect] = []
        var isSending = false
    }

    init(connection: any ServerConnection, environment: Environment = Environment()) {
        self.connection = connection
        self.environment = environment
        state = Mutex(State())
    }

    /// Changes the state, and then does what follows from it.
    func change<Result: Sendable>(_ body: (inout State, inout [SyncTree.Effect]) -> Result) -> Result {
        let result = state.withLock { state in
            var effects: [SyncTree.Effect] = []
            if !state.isStarted { start(&state, &effects) }
            let result = body(&state, &effects)
            state.outgoing += effects
            return result
        }
        send()
        return result
    }

    func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        state.withLock { body($0) }
    }

    private func start(_ state: inout State, _ effects: inout [SyncTree.Effect]) {
        state.isStarted = true
        state.journal = environment.journal()
        effects.append(.call { [self] in connection.start(self) })
        let uid = environment.uid()
        for write in state.journal?.load() ?? [] { restore(write, for: uid, &state, &effects) }
    }

    /// Whoever comes while another thread is sending leaves it to that one.
    private func send() {
        while let effects = takeOutgoing() {
            for effect in effects { perform(effect) }
            state.withLock { $0.isSending = false }
        }
    }

    private func takeOutgoing() -> [SyncTree.Effect]? {
        state.withLock { state in
            guard !state.isSending, !state.outgoing.isEmpty else { return nil }
            state.isSending = true
            defer { state.outgoing = [] }
            return state.outgoing
        }
    }

    private func perform(_ effect: SyncTree.Effect) {
        switch effect {
        case .listen(let listen):
            let (id, key) = (listen.id, listen.key)
            connection.listen(
                to: key.path, query: key.query, tag: listen.tag, hash: { [weak self] in self?.hash(ofListen: id) ?? "" },
                completion: { [weak self] in self?.listenAnswered(id, key, $0) })
        case .unlisten(let listen): connection.unlisten(from: listen.key.path, query: listen.key.query, tag: listen.tag)
        case .event(let registration, let event): registration.send(event, by: main)
        case .cancel(let registration, let failure): registration.cancel(DatabaseError.make(failure), by: main)
        case .call(let call): call()
        }
    }

    /// Hashing may take long, so that it happens while nothing is locked.
    private func hash(ofListen id: Int) -> String {
        read { $0.data.listens.values.first { $0.id == id } }?.hash ?? ""
    }
}

extension Repo.State {
    /// The server's time as far as it is known, in milliseconds since 1970.
    func serverTime(_ now: Double) -> Double { now + serverTimeOffset }

    subscript(tree: Location.Tree) -> SyncTree {
        get { tree == .data ? data : info }
        _modify {
            if tree == .data { yield &data } else { yield &info }
        }
    }
}
