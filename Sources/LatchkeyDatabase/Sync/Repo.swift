import Dispatch
import Foundation
import LatchkeyTree
import Synchronization

/// Stores the client's state, communicates with the server through its connection, and notifies observers.
///
/// It can be called from any thread. External calls and events are queued while the state is locked, and executed afterwards in the same
/// order by one thread at a time, so that nothing is called under the lock and nothing is reordered.
final class Repo: Sendable {
    let connection: any ServerConnection
    let main = MainDelivery()
    let environment: Environment
    private let state: Mutex<State>

    /// The external dependencies of the repo.
    struct Environment: Sendable {
        /// Milliseconds since 1970.
        var now: @Sendable () -> Double = { (Date().timeIntervalSince1970 * 1000).rounded(.down) }
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Returns the journal. Called once, on first use. `nil` if writes do not outlive the app.
        var journal: @Sendable () -> (any WriteJournal)? = { nil }
        /// Returns the ID of the signed-in user; `nil` for none.
        var uid: @Sendable () -> String? = { nil }
        /// Runs slow or blocking work serially on a separate thread.
        var background: @Sendable (@escaping @Sendable () -> Void) -> Void = Environment.queue()
        /// Logs a message for the developer.
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
        /// Whether the writes of an earlier run are being loaded. No effects are executed before that.
        var isLoading = false
        /// Actions that wait for the end of loading.
        var waiting: [@Sendable () -> Void] = []
        /// The queries that the app keeps synchronized, including those that the rules deny.
        var kept: [Kept] = []
        var isConnected = false
        /// The reason for the shutdown of the database.
        var end: ServerFailure?
        var journal: (any WriteJournal)?
        var lastWriteID = 0
        /// The difference of the server's time to the local time, in milliseconds.
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

    /// Changes the state, and then executes the effects.
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

    /// Starts loading on first use.
    ///
    /// - Returns: Whether this is the first use.
    func beginsLoading() -> Bool {
        state.withLock { state in
            if state.isStarted { return false }
            (state.isStarted, state.isLoading) = (true, true)
            return true
        }
    }

    /// Queues an action while the database is loading.
    ///
    /// - Returns: Whether the action was queued.
    func waits(_ act: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.isLoading { state.waiting.append(act) }
            return state.isLoading
        }
    }

    /// Returns the queued actions, or `nil` and ends loading if there are none.
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

    /// Sends the writes of an earlier run and shows them to existing observers, before all queued effects.
    func restore(_ writes: [PendingWrite], from journal: (any WriteJournal)?, for uid: String?) {
        state.withLock { state in
            var effects: [SyncTree.Effect] = [.call { [self] in connection.start(self) }]
            state.journal = journal
            for write in writes { restore(write, for: uid, &state, &effects) }
            state.outgoing = effects + state.outgoing
        }
    }

    /// Executes the queued effects. If another thread is already doing so, that thread executes them.
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

    /// Cancels observers. Logs a warning for the developer if none of them handles it.
    func cancel(_ registrations: [Registration], at location: Location, _ error: any Error) {
        for registration in registrations { registration.cancel(error, by: main) }
        if !registrations.contains(where: \.hearsCancel) { environment.warn(DatabaseError.warning("Listener", location, error)) }
    }

    /// Returns the hash of a listen's data. Computed without the lock, because it may take long.
    private func hash(ofListen id: Int) -> String {
        read { $0.data.listens[id: id] }?.hash ?? ""
    }
}

extension Repo.State {
    /// Returns the estimated server time in milliseconds since 1970.
    func serverTime(_ now: Double) -> Double { now + serverTimeOffset }

    subscript(tree: Location.Tree) -> SyncTree {
        get { tree == .data ? data : info }
        _modify {
            if tree == .data { yield &data } else { yield &info }
        }
    }
}
