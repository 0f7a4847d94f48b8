import LatchkeyRealtime
import Synchronization

/// The requests of one side of a link that have no outcome yet.
final class LinkRequests: Sendable {
    typealias Outcome = Result<Void, DatabaseError>

    private struct State {
        var replies: [Int: (bytes: Int, reply: @Sendable (Outcome) -> Void)] = [:]
        var bytes = 0
        /// The number of those with a size.
        var writes = 0
        var last = 0
        var isOver = false

        mutating func remove(_ number: Int) -> (@Sendable (Outcome) -> Void)? {
            guard let request = replies.removeValue(forKey: number) else { return nil }
            bytes -= request.bytes
            writes -= request.bytes > 0 ? 1 : 0
            return request.reply
        }
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { !$0.isOver } }
    /// The number of writes without an outcome.
    var writes: Int { state.withLock { $0.writes } }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - bytes: The size of a write; 0 for other requests.
    ///   - limits: The limits for all requests; `nil` for a request that must not be refused because of the others.
    ///   - reply: Called with the outcome; with `DatabaseError.elsewhere` if the link ends before, or `unavailable` beyond the limits.
    /// - Returns: The number of the request; `nil` if it was refused.
    func begin(bytes: Int = 0, limits: DatabaseLimits? = nil, _ reply: @escaping @Sendable (Outcome) -> Void) -> Int? {
        let result = state.withLock { state -> Result<Int, DatabaseError> in
            guard !state.isOver else { return .failure(.elsewhere) }
            if let limits, state.writes > 0,
                state.writes >= limits.maxWaitingWrites || state.bytes + bytes > limits.maxWaitingBytes
            {
                return .failure(.unavailable)
            }
            state.last += 1
            state.replies[state.last] = (bytes, reply)
            state.bytes += bytes
            state.writes += bytes > 0 ? 1 : 0
            return .success(state.last)
        }
        switch result {
        case .success(let number): return number
        case .failure(let error):
            reply(.failure(error))
            return nil
        }
    }

    /// Begins a request, and waits for its outcome.
    ///
    /// - Parameter send: Sends the request with a number.
    func outcome(_ send: (_ number: Int) -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            if let number = begin({ continuation.resume(returning: $0) }) { send(number) }
        }
    }

    func finish(_ number: Int, _ outcome: Outcome) {
        state.withLock { $0.remove(number) }?(outcome)
    }

    /// Fails all requests, and further ones.
    func end() {
        let replies = state.withLock { state in
            defer { state.replies = [:] }
            state.isOver = true
            return state.replies.sorted { $0.key < $1.key }
        }
        for (_, request) in replies { request.reply(.failure(.elsewhere)) }
    }
}

extension Result where Success == Void, Failure == DatabaseError {
    init(_ error: DatabaseError?) { self = error.map { .failure($0) } ?? .success(()) }

    var error: DatabaseError? { if case .failure(let error) = self { error } else { nil } }
}
