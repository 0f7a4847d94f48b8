import Dispatch
import Synchronization

/// Looks hosts up with a function that blocks a thread. Calls that ask for the same host at the same time share one look-up.
///
/// At most ``maxHosts`` look-ups run at once. A host whose name servers do not answer occupies one of these places until the function
/// returns; calls for it fail at once after ``patience``.
final class SharedLookups: Sendable {
    typealias Resolve = @Sendable (_ host: String) throws -> [String]

    static let maxHosts = 16

    private let patience: Duration
    private let resolve: Resolve
    private let running = Mutex<[String: SharedAnswer]>([:])

    init(patience: Duration = .seconds(5), resolve: @escaping Resolve) {
        self.patience = patience
        self.resolve = resolve
    }

    /// - Throws: ``HostLookup/Failure``; `CancellationError`.
    func addresses(of host: String) async throws -> [String] {
        let key = host.lowercased()
        let (answer, isNew) = running.withLock { running -> (SharedAnswer?, Bool) in
            if let answer = running[key] { return (answer, false) }
            guard running.count < Self.maxHosts else { return (nil, false) }
            let answer = SharedAnswer()
            running[key] = answer
            return (answer, true)
        }
        guard let answer else {
            throw HostLookup.Failure(host: host, problem: "\(Self.maxHosts) other look-ups have no answer yet")
        }
        if isNew { begin(host, key, answer) }
        return try await answer.value()
    }

    private func begin(_ host: String, _ key: String, _ answer: SharedAnswer) {
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            answer.give(.failure(HostLookup.Failure(host: host, problem: "its name servers do not answer")))
        }
        // A queue for each look-up. A concurrent queue starts about one thread a second while its others are blocked.
        DispatchQueue(label: "latchkey.host-lookup").async { [self] in
            let result = Result { try resolve(host) }
            running.withLock { $0[key] = nil }
            answer.give(result)
            timer.cancel()
        }
    }
}

/// The answer to one question, for all that wait for it. The first answer counts.
private final class SharedAnswer: Sendable {
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

    /// - Throws: `CancellationError` for the task that was cancelled; others go on waiting.
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
                // It may not wait yet.
                state.cancelled.insert(id)
                return nil
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
