import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether what somebody who stays connected showed once is good still.
///
/// The store is not asked for each thing that they are told, but as soon as the last answer is older than `maxAge`; and as often for those
/// whom nothing happens to.
final class CredentialWatch: Sendable {
    private struct State {
        var isGood: (@Sendable () async throws -> Bool)?
        var askedAt: ContinuousClock.Instant
        var hasEnded = false
        /// Counts credentials, so that an answer about the one before is not taken for one about this.
        var number = 0
    }

    private let state: Mutex<State>
    private let maxAge: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Short beside the hour that an ID token lasts anyway; ten thousand connections ask a thousand times a second then.
    static let standardMaxAge = Duration.seconds(10)

    /// - Parameter caller: whose credential was checked just now.
    init(
        _ caller: DatabaseCaller = .nobody, maxAge: Duration = standardMaxAge,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        state = Mutex(State(isGood: caller.isGood, askedAt: now()))
        self.maxAge = maxAge
        self.now = now
    }

    /// Somebody showed another credential, which was checked just now.
    func watch(_ caller: DatabaseCaller) {
        let instant = now()
        state.withLock { $0 = State(isGood: caller.isGood, askedAt: instant, number: $0.number + 1) }
    }

    /// - Parameter fresh: asks the store whatever it said before.
    /// - Returns: false once the credential has ended, and where that cannot be found out.
    func isGood(fresh: Bool = false) async -> Bool {
        let instant = now()
        let (known, ask, number) = state.withLock { state in
            guard !state.hasEnded, let ask = state.isGood else { return (!state.hasEnded, nil as (@Sendable () async throws -> Bool)?, 0) }
            return (true, fresh || state.askedAt.advanced(by: maxAge) <= instant ? ask : nil, state.number)
        }
        guard let ask else { return known }
        // In a task of its own: the store answers no task that was cancelled, which says nothing about the credential.
        let answer = (try? await Task { try await ask() }.value) ?? false
        return state.withLock { state in
            guard state.number == number else { return !state.hasEnded }
            state.askedAt = instant
            state.hasEnded = state.hasEnded || !answer
            return !state.hasEnded
        }
    }

    /// Asks again and again, and returns when the credential has ended.
    func waitForEnd() async throws {
        while await isGood() { try await Task.sleep(for: untilStale) }
    }

    /// Returns when the credential has ended, be it that its time is over.
    func waitForEnd(of caller: DatabaseCaller) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let end = caller.expiresAt {
                group.addTask { try await Task.sleep(for: .seconds(max(0, end.timeIntervalSinceNow))) }
            }
            group.addTask { try await self.waitForEnd() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func hasEnded(of caller: DatabaseCaller) async -> Bool {
        if let end = caller.expiresAt, end <= Date() { return true }
        return !(await isGood())
    }

    /// How long what is known may still be believed; never nothing, so that who waits for it does wait.
    private var untilStale: Duration {
        let instant = now()
        return state.withLock { state in
            state.isGood == nil ? maxAge : max(.milliseconds(1), instant.duration(to: state.askedAt.advanced(by: maxAge)))
        }
    }
}
