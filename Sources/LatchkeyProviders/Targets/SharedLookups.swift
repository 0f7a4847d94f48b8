import Dispatch
import Synchronization

/// Resolves hosts with a function that blocks a thread. Concurrent calls for the same host share one lookup.
///
/// At most ``maxHosts`` lookups run at once. A host whose name servers do not respond counts toward this limit until the function returns.
/// Once ``patience`` has passed, calls for it fail immediately.
final class SharedLookups: Sendable {
    typealias Resolve = @Sendable (_ host: String) throws -> [String]

    static let maxHosts = 16

    private let patience: Duration
    private let resolve: Resolve
    private let running = Mutex<[String: SharedReply]>([:])

    init(patience: Duration = .seconds(5), resolve: @escaping Resolve) {
        self.patience = patience
        self.resolve = resolve
    }

    /// - Throws: ``HostLookup/Failure``; `CancellationError`.
    func addresses(of host: String) async throws -> [String] {
        let key = host.lowercased()
        let (reply, isNew) = running.withLock { running -> (SharedReply?, Bool) in
            if let reply = running[key] { return (reply, false) }
            guard running.count < Self.maxHosts else { return (nil, false) }
            let reply = SharedReply()
            running[key] = reply
            return (reply, true)
        }
        guard let reply else {
            throw HostLookup.Failure(host: host, problem: "\(Self.maxHosts) other look-ups are pending")
        }
        if isNew { begin(host, key, reply) }
        return try await reply.value()
    }

    private func begin(_ host: String, _ key: String, _ reply: SharedReply) {
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            reply.give(.failure(HostLookup.Failure(host: host, problem: "its name servers do not respond")))
        }
        // Each lookup has its own queue. A concurrent queue starts only about one thread per second while its other threads are blocked.
        DispatchQueue(label: "latchkey.host-lookup").async { [self] in
            let result = Result { try resolve(host) }
            running.withLock { $0[key] = nil }
            reply.give(result)
            timer.cancel()
        }
    }
}

/// The result of one lookup, shared by all waiting calls. Only the first result counts.
private final class SharedReply: Sendable {
    private struct State {
        var result: Result<[String], any Error>?
        var waiting: [Int: CheckedContinuation<[String], any Error>] = [:]
        var nextID = 0
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    func give(_ result: Result<[String], any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<[String], any Error>] in
            guard state.result == nil else { return [] }
            state.result = result
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// Waits for the result.
    ///
    /// - Throws: `CancellationError` if the calling task is cancelled. Other tasks continue to wait.
    func value() async throws -> [String] {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<[String], any Error>? in
                    if let result = state.result { return result }
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<[String], any Error>? in
                if let waiting = state.waiting.removeValue(forKey: id) { return waiting }
                // The continuation may not be registered yet.
                state.cancelled.insert(id)
                return nil
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
