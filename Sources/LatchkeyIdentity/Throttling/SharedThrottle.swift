package import Crypto
package import Foundation

/// Stores counts for several processes.
package protocol TryStore: Sendable {
    /// Changes the counts of places. Two changes with a common place run one after the other.
    ///
    /// - Parameters:
    ///   - places: The places, each once.
    ///   - change: Called with the counts in the order of the places, `nil` for a place without one, and the time of the store. It may be
    ///     called again if the connection to the store is lost.
    func change<Result: Sendable>(
        _ places: [TryPlace], _ change: @escaping @Sendable (_ states: inout [TryState?], _ now: Date) -> Result
    ) async throws -> Result
}

/// Rate limits whose counts are in a store that several nodes share.
///
/// The limits are those of ``Throttle``. Times are those of the store, so that the clocks of the nodes do not matter. If the store cannot be
/// reached, nothing is admitted.
package final class SharedThrottle: RateLimits {
    private let store: any TryStore
    private let hash: SharedTryKeyHash
    private let refusals: RecentRefusals
    /// The attempts from networks that are not familiar, refused because of attempts from all networks. Familiar ones must not wait for them.
    private let refusalsOfUnfamiliar: RecentRefusals

    /// - Parameters:
    ///   - scope: A name for counts that are kept apart from others in the same store.
    ///   - key: A key that all processes have, for the names of counts in the store.
    ///   - memory: The time for which a refusal is repeated without asking the store.
    package init(_ store: any TryStore, scope: String, key: SymmetricKey, rememberingRefusalsFor memory: Duration = .seconds(1)) {
        self.store = store
        hash = SharedTryKeyHash(scope: scope, key: key)
        refusals = RecentRefusals(memory: memory)
        refusalsOfUnfamiliar = RecentRefusals(memory: memory)
    }

    /// See ``AdmittedAttempt``.
    package struct Admission: AdmittedAttempt {
        fileprivate let throttle: SharedThrottle
        fileprivate let target: TryCounts.Target
        package let isFamiliar: Bool

        package func succeeded() async { await throttle.end(target, right: true) }
        package func withdraw() async { await throttle.end(target, right: false) }
    }

    package func admit(_ guess: Throttle.Guess, at subject: String, by caller: Caller, familiar: Bool) async throws -> Admission {
        let target = TryCounts.Target(guess: guess, realm: caller.realm, subject: subject, network: caller.network, hash: hash)
        let doers = [target.failures?.network, target.failures?.site].compactMap { $0?.key }
        try refusals.check([target.own] + doers)
        if !familiar { try refusalsOfUnfamiliar.check([target.own]) }
        do {
            let isFamiliar = try await change(TryCounts.places(of: target)) {
                try $0.admit(guess, at: target, familiar: familiar, now: $1)
            }
            return Admission(throttle: self, target: target, isFamiliar: isFamiliar)
        } catch let refusal as TooManyAttempts where refusal.causedElsewhere {
            refusalsOfUnfamiliar.note(refusal, at: target.own)
            throw refusal
        }
    }

    package func forgive(_ guess: Throttle.Guess, at subject: String, in realm: Realm) async {
        let target = TryCounts.Target(guess: guess, realm: realm, subject: subject, network: nil, hash: hash)
        try? await change(TryCounts.places(of: target)) { counts, _ in counts.forgive(target) }
    }

    /// If the store cannot be reached, the attempt remains one that failed.
    private func end(_ target: TryCounts.Target, right: Bool) async {
        try? await change(TryCounts.places(of: target), renewing: right) { counts, _ in counts.end(target, right: right) }
    }

    package func take(_ action: Throttle.Action, of quota: Quota, by caller: Caller) async throws {
        guard let doers = doers(action, caller) else { return }
        try refusals.check([doers.network.key] + (doers.site.map { [$0.key] } ?? []))
        try await change(TryCounts.places(of: doers, quota)) { try $0.take(quota, from: doers, at: $1) }
    }

    package func take(_ action: Throttle.Action, of quota: Quota, in project: ProjectID) async throws {
        let doer = TryCounts.Doer(action: action, of: project, hash: hash)
        try refusals.check([doer.key])
        try await change([TryCounts.place(of: doer, quota)]) { try $0.take(quota, from: doer, at: $1) }
    }

    package func take(
        _ action: Throttle.Action, of quota: Quota, for recipient: String, in realm: Realm, from caller: Caller?
    ) async throws {
        let doer = Throttle.doer(action, recipient, realm, caller, hash: hash)
        try refusals.check([doer.key])
        try await change([TryCounts.place(of: doer, quota)]) { try $0.take(quota, from: doer, at: $1) }
    }

    package func giveBack(_ action: Throttle.Action, of quota: Quota, by caller: Caller) async {
        guard let doers = doers(action, caller) else { return }
        for doer in [doers.network, doers.site].compactMap(\.self) { refusals.forget(doer.key) }
        try? await change(TryCounts.places(of: doers, quota)) { counts, _ in counts.giveBack(quota, to: doers) }
    }

    package func giveBack(_ action: Throttle.Action, of quota: Quota, for recipient: String, in realm: Realm) async {
        let doer = Throttle.doer(action, recipient, realm, nil, hash: hash)
        refusals.forget(doer.key)
        try? await change([TryCounts.place(of: doer, quota)]) { counts, _ in counts.giveBack(quota, to: doer) }
    }

    private func doers(_ action: Throttle.Action, _ caller: Caller) -> TryCounts.Doers? {
        caller.network.map { TryCounts.Doers(action: action, project: caller.project.id, by: $0, hash: hash) }
    }

    /// - Parameter isRenewing: Whether networks remain familiar for longer.
    private func change<Result: Sendable>(
        _ places: [TryPlace], renewing isRenewing: Bool = false,
        _ body: @escaping @Sendable (inout TryCounts, _ now: Date) throws -> Result
    ) async throws -> Result {
        // A target without a network has two names for one place.
        let places = Array(Set(places))
        let result = try await store.change(places) { states, now in
            var counts = TryCounts(places, states, at: now)
            let result = Swift.Result { try body(&counts, now) }
            for (index, place) in places.enumerated() {
                let state = counts.state(at: place, now: now)
                let isUnchanged = state != nil && states[index] != nil && state?.pardon == states[index]?.pardon
                if ![.familiar, .pardon].contains(place.kind) || !isUnchanged || isRenewing { states[index] = state }
            }
            return result
        }
        if case .failure(let refusal as TooManyAttempts) = result, !refusal.causedElsewhere { refusals.note(refusal, at: refusal.key) }
        return try result.get()
    }
}
