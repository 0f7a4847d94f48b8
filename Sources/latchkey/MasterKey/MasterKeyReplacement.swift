import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeySecrets
import Synchronization

/// The master key of an open data folder, and its replacement: a new key seals first, then all secrets are sealed with it, and finally the
/// previous key is removed.
///
/// The source of the keys is the only record of a replacement. While it has two keys, the replacement goes on, also after a restart.
struct MasterKeyReplacement: Sendable {
    let source: MasterKeySource
    private let store: any SQLStore
    private let sealer: Sealer
    private let state: State
    /// Wakes the worker of a running server; `nil` in a command.
    private let bell: AsyncStream<Void>.Continuation?

    /// - Parameter keys: The keys of the source.
    init(of source: MasterKeySource, keys: MasterKeys, sealer: Sealer, store: any SQLStore, bell: AsyncStream<Void>.Continuation?) {
        self.source = source
        self.store = store
        self.sealer = sealer
        self.bell = bell
        state = State(previous: keys.previous.map { MasterKeyID(of: $0) })
    }

    private final class State: Sendable {
        private let values: Mutex<Values>

        struct Values {
            /// The key that is being replaced.
            var previous: MasterKeyID?
            /// The time of the replacement in this process.
            var replacedAt: ContinuousClock.Instant?
            var unreadable = 0
            var unreadableColumns: [String] = []
            var isUnused = false
            var isClaimed = false

            mutating func claim() -> Bool {
                guard !isClaimed else { return false }
                isClaimed = true
                return true
            }

            mutating func began(replacing key: MasterKeyID) {
                (previous, replacedAt, isUnused) = (key, .now, false)
            }
        }

        init(previous: MasterKeyID?) { values = Mutex(Values(previous: previous)) }

        var current: Values { values.withLock { $0 } }
        func change<Result>(_ body: (inout Values) -> Result) -> Result { values.withLock { body(&$0) } }
    }

    /// Requests that sealed a secret with the previous key before a replacement have stored it after this time.
    static let grace = Duration.seconds(10)

    // MARK: The state

    /// The ID of the key that seals.
    var currentID: String { "\(sealer.currentID)" }
    /// The ID of the key that is being replaced; `nil` if there is none.
    var previousID: String? { state.current.previous.map { "\($0)" } }
    /// Whether no secret is sealed with the previous key.
    var previousIsUnused: Bool { state.current.isUnused }
    /// The number of secrets that could not be opened when they were read the last time.
    var unreadable: Int { state.current.unreadable }

    /// The columns of these secrets.
    var unreadableColumns: [String] { state.current.unreadableColumns }

    /// Whether the previous key is removed automatically: only the file in the data folder has no other users.
    var removesPreviousKey: Bool {
        if case .standardFile = source { true } else { false }
    }

    // MARK: The steps

    /// Creates a new key, which seals from now on.
    ///
    /// - Throws: ``AdminError``. Nothing is changed then.
    func begin() async throws {
        guard let file else {
            throw AdminError(
                """
                The master key comes from \(source.place), which the server cannot change. Provide two keys there, the new one first, with a \
                line break between them, and restart the server. `latchkey master-key show` says when the second key is no longer used.
                """)
        }
        // Two replacements at once would end with a key that is in memory only.
        guard state.change({ $0.claim() }) else { throw Self.isRunning }
        defer { state.change { $0.isClaimed = false } }
        // Checked again under the lock; without this check, a refused replacement would have an event.
        guard try read().previous == nil else { throw Self.isRunning }
        try file.checkReplaceable()
        let new = SymmetricKey(size: .bits256)
        try await store.record(
            AdministrativeAct(in: Realm(project: .console), "master key \(MasterKeyID(of: new))"), by: .command, at: Date())
        let previous = try file.locked {
            let keys = try read()
            guard keys.previous == nil else { throw Self.isRunning }
            guard MasterKeyID(of: keys.current) == sealer.currentID else {
                throw AdminError("The key in \(source.place) is not the one that the server read at its start. Restart the server.")
            }
            try file.replace(with: MasterKey.text(of: new) + "\n" + MasterKey.text(of: keys.current) + "\n")
            return keys.current
        }
        sealer.seal(with: new)
        state.change { $0.began(replacing: MasterKeyID(of: previous)) }
        bell?.yield()
    }

    private static var isRunning: AdminError {
        AdminError("The master key is being replaced already. `latchkey master-key show` shows the progress.")
    }

    /// Seals all secrets with the current key.
    ///
    /// - Returns: Whether that is complete. Otherwise, requests of this process may still store secrets under the previous key.
    func seal() async throws -> Bool {
        let resealing = Resealing(store: store, sealer: sealer)
        var (begun, result) = (ContinuousClock.now, try await resealing.pass())
        while result.replaced > 0 { (begun, result) = (.now, try await resealing.pass()) }
        return state.change { values in
            values.unreadable = result.unreadable
            values.unreadableColumns = result.unreadableColumns.map(\.rawValue).sorted()
            return bell == nil || values.replacedAt.map { begun - $0 >= Self.grace } ?? true
        }
    }

    /// Removes the previous key from the data folder. Nothing is removed while a secret is sealed with it, even a modified one.
    ///
    /// - Returns: Whether the previous key is no longer needed.
    func finish() async throws -> Bool {
        guard let previous = state.current.previous else { return true }
        // In a transaction for writing, so that writes from before are counted.
        guard try await store.write({ try $0.sealedValueCounts() })[previous] == nil else { return false }
        guard removesPreviousKey, let file else {
            state.change { $0.isUnused = true }
            return true
        }
        // Otherwise, a power failure could leave the removal of the key and lose what was sealed with the new one.
        try await store.makeDurable()
        try file.locked {
            let keys = try read()
            guard MasterKeyID(of: keys.current) == sealer.currentID else {
                throw AdminError("The first key in \(source.place) is not the one that the server uses.")
            }
            try file.replace(with: MasterKey.text(of: keys.current) + "\n")
        }
        state.change { $0.previous = nil }
        return true
    }

    /// Ends the replacement if the operator removed the previous key, which is no longer used, from the file.
    ///
    /// - Returns: The ID of the removed key; `nil` if nothing changed, or if only a restart reads the source again.
    /// - Throws: ``ConfigurationMistake`` if the file cannot be read, or its first key is not the one that seals.
    func forgetRemovedKey() throws(ConfigurationMistake) -> String? {
        let values = state.current
        guard values.isUnused, let previous = values.previous, isReadAgain else { return nil }
        let keys = try source.read()
        guard MasterKeyID(of: keys.current) == sealer.currentID else {
            throw ConfigurationMistake(
                key: source.setting, problem: "the first key in \(source.place) is not the one that the server uses, \(currentID).",
                mend: "Restore that key before the server restarts.")
        }
        guard keys.previous == nil else { return nil }
        state.change { if $0.previous == previous { ($0.previous, $0.isUnused) = (nil, false) } }
        return "\(previous)"
    }

    /// Whether a reload reads the source again. The others are read once in a process.
    private var isReadAgain: Bool {
        switch source {
        case .file, .credential, .standardFile: true
        case .environment, .command, .descriptor: false
        }
    }

    /// How the operator ends a replacement, for messages; `nil` if the server removes the previous key.
    var removalAdvice: String? {
        if removesPreviousKey { return nil }
        return isReadAgain
            ? "Remove it from \(source.place), and reload the server with SIGHUP."
            : "Remove it from \(source.place), and restart the server."
    }

    /// The number of secrets under the current key, the previous key, and others.
    func counts() async throws -> (current: Int, previous: Int, others: Int) {
        let counts = try await store.read { try $0.sealedValueCounts() }
        let (current, previous) = (counts[sealer.currentID] ?? 0, state.current.previous.flatMap { counts[$0] } ?? 0)
        return (current, previous, counts.values.reduce(0, +) - current - previous)
    }

    private var file: MasterKeyFile? {
        switch source {
        case .standardFile(let path), .file(let path): MasterKeyFile(path: path)
        case .environment, .command, .descriptor, .credential: nil
        }
    }

    private func read() throws -> MasterKeys {
        do {
            return try source.read()
        } catch {
            throw AdminError("\(error.problem) \(error.mend)")
        }
    }
}
