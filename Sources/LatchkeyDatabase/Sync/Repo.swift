import Dispatch
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
        /// Does what takes long or may wait for something, one after the other, on a thread that nobody else needs.
        var background: @Sendable (@escaping @Sendable () -> Void) -> Void = Environment.queue()
        /// Says something to the developer of the app.
        var warn: @Sendable (String) -> Void = { FileHandle.standardError.write(Data("LatchkeyDatabase: \($0)\n".utf8)) }

        private static func queue() -> @Sendable (@escaping @Sendable () -> Void) -> Void {
            let queue = DispatchQueue(label: "latchkey.database")
            return { queue.async(execute: $0) }
        }
    }

    struct State {
        var data = SyncTree()
        var info = SyncTree(known: Repo.initialInfo)
        var isStarted = false
        /// Whether what an earlier run left is being read. Nothing is done or told before that is known.
        var isLoading = false
        /// What the app asked for meanwhile and comes after it.
        var waiting: [@Sendable () -> Void] = []
        /// What the app wants to be kept in sync, also while it may not be read.
        var kept: [Kept] = []
        var isConnected = false
        /// Why there is no server any more.
        var end: ServerFailure?
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
        start()
        let result = state.withLock { state in
            var effects: [SyncTree.Effect] = []
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

    /// - Returns: whether this is the first use.
    func beginsLoading() -> Bool {
        state.withLock { state in
            if state.isStarted { return false }
            (state.isStarted, state.isLoading) = (true, true)
            return true
        }
    }

    /// - Returns: whether it is done later.
    func waits(_ act: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.isLoading { state.waiting.append(act) }
            return state.isLoading
        }
    }

    /// What waits for the end of loading; nil where nothing does, and loading is over.
    func takeWaiting() -> [@Sendable () -> Void]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isLoading = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// What an earlier run left is sent, and told to those who observe already, before everything that waits to be.
    func restore(_ writes: [PendingWrite], from journal: (any WriteJournal)?, for uid: String?) {
        state.withLock { state in
            var effects: [SyncTree.Effect] = [.call { [self] in connection.start(self) }]
            state.journal = journal
            for write in writes { restore(write, for: uid, &state, &effects) }
            state.outgoing = effects + state.outgoing
        }
    }

    /// Whoever comes while another thread is sending leaves it to that one.
    func send() {
        while let effects = takeOutgoing() {
            for effect in effects { perform(effect) }
            state.withLock { $0.isSending = false }
        }
    }

    private func takeOutgoing() -> [SyncTree.Effect]? {
        state.withLock { state in
            guard !state.isSending, !state.isLoading, !state.outgoing.isEmpty else { return nil }
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
        case .cancel(let registrations, let path, let failure):
            cancel(registrations, at: Location(path: path), DatabaseError.make(failure))
        case .call(let call): call()
        }
    }

    /// Tells observers that they are told nothing any more; the developer, where none of them hears it.
    func cancel(_ registrations: [Registration], at location: Location, _ error: any Error) {
        for registration in registrations { registration.cancel(error, by: main) }
        if !registrations.contains(where: \.hearsCancel) { environment.warn(DatabaseError.warning("Listener", location, error)) }
    }

    /// Hashing may take long, so that it happens while nothing is locked.
    private func hash(ofListen id: Int) -> String {
        read { $0.data.listens[id: id] }?.hash ?? ""
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
