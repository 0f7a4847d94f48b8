import Foundation
import Synchronization

/// Tracks whether the credential of a connected client is still valid.
///
/// A result is reused for `maxAge`. After that, the store is read again before the next message to the client, and periodically for idle
/// clients.
final class CredentialWatch: Sendable {
    private struct State {
        var isGood: (@Sendable () async throws -> Bool)?
        var checkedAt: ContinuousClock.Instant
        var hasEnded = false
        /// Counts credentials, so that a late result for the previous credential is not applied to the current one.
        var number = 0
    }

    private let state: Mutex<State>
    private let maxAge: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Short compared with the hour that an ID token lasts. 10,000 connections then cause 1,000 checks per second.
    static let standardMaxAge = Duration.seconds(10)

    /// - Parameter caller: The caller. Its credential must have been checked just now.
    init(
        _ caller: DatabaseCaller = .nobody, maxAge: Duration = standardMaxAge,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        state = Mutex(State(isGood: caller.isGood, checkedAt: now()))
        self.maxAge = maxAge
        self.now = now
    }

    /// Replaces the credential with another one that was checked just now.
    func watch(_ caller: DatabaseCaller) {
        let instant = now()
        state.withLock { $0 = State(isGood: caller.isGood, checkedAt: instant, number: $0.number + 1) }
    }

    /// Returns whether the credential is still valid.
    ///
    /// - Parameter fresh: Whether to check again even if the last result is recent.
    /// - Returns: `false` if the credential has ended, or if the check fails.
    func isGood(fresh: Bool = false) async -> Bool {
        let instant = now()
        let (known, check, number) = state.withLock { state in
            guard !state.hasEnded, let check = state.isGood else {
                return (!state.hasEnded, nil as (@Sendable () async throws -> Bool)?, 0)
            }
            return (true, fresh || state.checkedAt.advanced(by: maxAge) <= instant ? check : nil, state.number)
        }
        guard let check else { return known }
        // A separate task, because the store throws in a canceled task, which says nothing about the credential.
        let isGood = (try? await Task { try await check() }.value) ?? false
        return state.withLock { state in
            guard state.number == number else { return !state.hasEnded }
            state.checkedAt = instant
            state.hasEnded = state.hasEnded || !isGood
            return !state.hasEnded
        }
    }

    /// Checks the credential repeatedly, and returns when it has ended.
    private func waitForEnd() async throws {
        while await isGood() { try await Task.sleep(for: untilStale) }
    }

    /// Returns when the credential has ended or expired.
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

    /// Returns the time until the credential of a caller has to be checked again, or expires; `nil` if neither happens.
    func untilNextCheck(of caller: DatabaseCaller) -> Duration? {
        let expiry = caller.expiresAt.map { Duration.seconds(max(0, $0.timeIntervalSinceNow)) }
        let check = caller.isGood == nil ? nil : untilStale
        return [expiry, check].compactMap { $0 }.min()
    }

    /// The time until the last result is too old; at least 1 ms, so that no caller checks again at once.
    private var untilStale: Duration {
        let instant = now()
        return state.withLock { state in
            state.isGood == nil ? maxAge : max(.milliseconds(1), instant.duration(to: state.checkedAt.advanced(by: maxAge)))
        }
    }
}
