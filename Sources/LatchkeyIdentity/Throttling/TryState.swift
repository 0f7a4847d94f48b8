package import Foundation

/// A place in which something is counted.
package struct TryPlace: Hashable, Sendable {
    /// What is counted. Flooding one kind of place evicts no counts of another kind.
    package enum Kind: Int, Sendable {
        case tries = 1
        case familiar, pardon, network, recipient, project
    }

    package let kind: Kind
    package let key: TryKey
    /// The time after the last change from which on the count no longer matters.
    package let memorySeconds: Double
}

/// The count of a place, in the form in which it can be stored.
package struct TryState: Equatable, Sendable {
    /// The attempts, or the level of a bucket.
    package var amount = 0.0
    /// The time of the last attempt, or for which the level applies.
    package var at: Date
    /// The number of a pardon, or of the last one before the attempts; 0 for none.
    package var pardon = 0
    /// Whether a refusal was recorded since the last admitted attempt.
    package var isReported = false

    package init(amount: Double = 0, at: Date, pardon: Int = 0, isReported: Bool = false) {
        self.amount = amount
        self.at = at
        self.pardon = pardon
        self.isReported = isReported
    }
}

/// The counts of one call, which are stored elsewhere between calls.
extension TryCounts {
    /// The time for which a network from which an account was opened counts as familiar.
    private static let familiarSeconds = 30 * 86_400.0

    /// - Parameter states: The counts of all places that the call needs, in their order.
    init(_ places: [TryPlace], _ states: [TryState?], at now: Date) {
        for (place, state) in zip(places, states) { set(state, at: place) }
        // A new pardon has a higher number than any before it.
        pardonCount = states.reduce(Int(now.millisecondsSince1970)) { max($0, $1?.pardon ?? 0) }
    }

    /// The places that an attempt changes or reads.
    static func places(of target: Target) -> [TryPlace] {
        let keys: [(TryPlace.Kind, TryKey, Double)] = [
            (.tries, target.own, target.memorySeconds), (.tries, target.everywhere, target.memorySeconds),
            (.familiar, target.own, familiarSeconds), (.pardon, target.everywhere, target.memorySeconds),
        ]
        return keys.map { TryPlace(kind: $0.0, key: $0.1, memorySeconds: $0.2) }
            + (target.failures.map { places(of: $0, Throttle.failuresOfANetwork) } ?? [])
    }

    static func places(of doers: Doers, _ quota: Quota) -> [TryPlace] {
        [doers.network, doers.site].compactMap(\.self).map { place(of: $0, quota) }
    }

    static func place(of doer: Doer, _ quota: Quota) -> TryPlace {
        TryPlace(kind: doer.kind, key: doer.key, memorySeconds: quota.seconds)
    }

    mutating func state(at place: TryPlace, now: Date) -> TryState? {
        switch place.kind {
        case .tries:
            tries[place.key].map {
                TryState(amount: Double($0.tries), at: $0.lastAt, pardon: $0.pardon ?? 0, isReported: $0.reported)
            }
        case .familiar: familiar[place.key].map { _ in TryState(at: now) }
        case .pardon: pardons[place.key].map { TryState(at: now, pardon: $0) }
        case .network: bucketsOfNetworks[place.key].map(TryState.init)
        case .recipient: bucketsOfRecipients[place.key].map(TryState.init)
        case .project: bucketsOfProjects[place.key].map(TryState.init)
        }
    }

    private mutating func set(_ state: TryState?, at place: TryPlace) {
        guard let state else { return }
        switch place.kind {
        case .tries:
            tries[place.key] = TryCount(
                tries: Int(state.amount), lastAt: state.at, pardon: state.pardon, reported: state.isReported)
        case .familiar: familiar[place.key] = true
        case .pardon: pardons[place.key] = state.pardon
        case .network: bucketsOfNetworks[place.key] = TokenBucket(state)
        case .recipient: bucketsOfRecipients[place.key] = TokenBucket(state)
        case .project: bucketsOfProjects[place.key] = TokenBucket(state)
        }
    }
}

extension TryState {
    fileprivate init(_ bucket: TokenBucket) { self.init(amount: bucket.level, at: bucket.at, isReported: bucket.reported) }
}

extension TokenBucket {
    fileprivate init(_ state: TryState) { self.init(level: state.amount, at: state.at, reported: state.isReported) }
}
