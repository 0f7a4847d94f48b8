import Foundation

/// The counts of a ``Throttle``.
struct TryCounts {
    /// The target of guesses, and the network that they come from.
    struct Target {
        /// The attempts from the network, or those without one.
        let own: TryKey
        /// The attempts from all networks together, and those without one.
        let everywhere: TryKey
        /// The holders of the quota of failures; `nil` without a network. An attempt looks them up at its start and at its end.
        let failures: Doers?
        /// The time for which failures are remembered.
        let memorySeconds: Double

        /// - Parameter parts: The hash to begin with.
        init<Hash: TryKeyHash>(
            guess: Throttle.Guess, realm: Realm, subject: String, network: NetworkPrefix?, hash parts: Hash = Hasher()
        ) {
            failures = network.map { Doers(action: Throttle.failure, project: nil, by: $0, hash: parts) }
            memorySeconds = Throttle.memorySeconds(guess)
            var parts = parts
            parts.combine(guess.rawValue)
            parts.combine(realm.project.rawValue)
            parts.combine(realm.tenant.rawValue)
            parts.combine(subject)
            everywhere = parts.key
            if let network {
                parts.combine(network)
                own = parts.key
            } else {
                own = everywhere
            }
        }
    }

    /// The holder of a quota: a requester, a recipient or a project.
    struct Doer {
        let kind: TryPlace.Kind
        let key: TryKey

        /// - Parameter project: The project; `nil` for a quota across all projects.
        fileprivate init(action: Throttle.Action, project: ProjectID?, by network: NetworkPrefix, hash: some TryKeyHash) {
            self.init(.network, action, project, hash) { $0.combine(network) }
        }

        /// All users of a project together.
        init<Hash: TryKeyHash>(action: Throttle.Action, of project: ProjectID, hash: Hash = Hasher()) {
            self.init(.project, action, project, hash) { _ in }
        }

        /// - Parameters:
        ///   - isEach: Whether each network has a quota of its own for the recipient.
        ///   - network: The network of the request, if it has one.
        init<Hash: TryKeyHash>(
            action: Throttle.Action, project: ProjectID?, for recipient: String, isEach: Bool, network: NetworkPrefix?,
            hash: Hash = Hasher()
        ) {
            self.init(.recipient, action, project, hash) {
                $0.combine(recipient)
                $0.combine(isEach ? 1 : 0)
                if isEach { $0.combine(network) }
            }
        }

        private init<Hash: TryKeyHash>(
            _ kind: TryPlace.Kind, _ action: Throttle.Action, _ project: ProjectID?, _ parts: Hash, _ combine: (inout Hash) -> Void
        ) {
            var parts = parts
            parts.combine(kind.rawValue)
            parts.combine(action.rawValue)
            parts.combine(project?.rawValue ?? "")
            combine(&parts)
            key = parts.key
            self.kind = kind
        }
    }

    /// The holders of the quotas of a network: the network and its site.
    struct Doers {
        let network: Doer
        let site: Doer?

        init<Hash: TryKeyHash>(action: Throttle.Action, project: ProjectID?, by network: NetworkPrefix, hash: Hash = Hasher()) {
            self.network = Doer(action: action, project: project, by: network, hash: hash)
            site = network.site.map { Doer(action: action, project: project, by: $0, hash: hash) }
        }
    }

    /// The maximum number of entries of each kind.
    private static let capacity = 100_000
    var tries = RecentlyUsed<TryKey, TryCount>(capacity: capacity)
    var familiar = RecentlyUsed<TryKey, Bool>(capacity: capacity)
    /// The number of the last pardon of the failures at a target, from all networks.
    var pardons = RecentlyUsed<TryKey, Int>(capacity: capacity)
    var pardonCount = 0
    var bucketsOfNetworks = RecentlyUsed<TryKey, TokenBucket>(capacity: capacity)
    // Stored separately: clients can name any number of recipients, which must not evict (and thereby refill) buckets of networks.
    var bucketsOfRecipients = RecentlyUsed<TryKey, TokenBucket>(capacity: capacity)
    // Stored separately and never evicted, because a flood of networks must not refill them. There are as many as projects.
    var bucketsOfProjects: [TryKey: TokenBucket] = [:]

    /// Counts an attempt, unless a limit refuses it.
    ///
    /// - Parameter familiar: Whether the caller knows that the account was opened from this network before.
    /// - Returns: Whether the account was opened from this network before.
    /// - Throws: ``TooManyAttempts`` if the attempt has to wait. It is not counted then.
    mutating func admit(_ guess: Throttle.Guess, at target: Target, familiar: Bool, now: Date) throws -> Bool {
        let pardon = pardons[target.everywhere]
        let own = try count(target.own, Throttle.fromOneNetwork(guess), pardon: pardon, at: now)
        guard let failures = target.failures else { return false }
        var everywhere: (before: TryCount?, isCounted: Bool) = (nil, false)
        do {
            let isFamiliar = familiar || self.familiar[target.own] != nil
            let before = try count(
                target.everywhere, Throttle.fromEverywhere(guess), pardon: pardon, at: now, isElsewhere: true, isExempt: isFamiliar)
            everywhere = (before, true)
            try take(Throttle.failuresOfANetwork, from: failures, at: now)
            return isFamiliar
        } catch {
            tries[target.own] = own
            if everywhere.isCounted { tries[target.everywhere] = everywhere.before }
            throw error
        }
    }

    /// Counts an attempt.
    ///
    /// - Parameters:
    ///   - pardon: The number of the last pardon of the target.
    ///   - isElsewhere: Whether the attempts came from all networks.
    ///   - isExempt: Whether the attempt is admitted even if others have to wait.
    /// - Returns: The count before the attempt, to withdraw it.
    /// - Throws: ``TooManyAttempts`` if the attempt has to wait. It is not counted then.
    private mutating func count(
        _ key: TryKey, _ backoff: Backoff, pardon: Int?, at now: Date, isElsewhere: Bool = false, isExempt: Bool = false
    ) throws -> TryCount? {
        try tries.change(key) { entry in
            // A pardon that was evicted has no effect.
            if (entry?.pardon ?? 0) < (pardon ?? 0) { entry = nil }
            entry?.forget(at: now, backoff)
            if !isExempt, let wait = entry?.wait(at: now, backoff) {
                let isFirst = entry?.reported == false
                entry?.reported = wait > 0
                guard wait == 0 else {
                    throw TooManyAttempts(
                        retryAfterSeconds: Int(wait.rounded(.up)), isFirst: isFirst, causedElsewhere: isElsewhere, key: key)
                }
            }
            let before = entry
            entry = (before ?? TryCount(lastAt: now, pardon: pardon)).counting(at: now)
            return before
        }
    }

    /// Ends an admitted attempt. A success removes the failures from its network and makes the network familiar.
    mutating func end(_ target: Target, right: Bool) {
        if right { tries[target.own] = nil } else { uncount(target.own) }
        guard let failures = target.failures else { return }
        if right { familiar[target.own] = true }
        uncount(target.everywhere)
        giveBack(Throttle.failuresOfANetwork, to: failures)
    }

    private mutating func uncount(_ key: TryKey) {
        tries.change(key) { $0?.withdraw() }
    }

    /// Resets the failures at a target from all networks. Counts of networks cannot be enumerated, so each is reset at its next use.
    mutating func forgive(_ target: Target) {
        pardonCount += 1
        pardons[target.everywhere] = pardonCount
    }

    /// Takes one token.
    ///
    /// - Throws: ``TooManyAttempts`` if the bucket is empty.
    mutating func take(_ quota: Quota, from doer: Doer, at now: Date) throws {
        let (wait, isFirst) = change(doer) { bucket in
            var taken = bucket ?? TokenBucket(full: quota, at: now)
            let wait = taken.take(quota, at: now)
            let isFirst = !taken.reported
            taken.reported = wait > 0
            bucket = taken
            return (wait, isFirst)
        }
        guard wait > 0 else { return }
        throw TooManyAttempts(retryAfterSeconds: Int(wait.rounded(.up)), isFirst: isFirst, causedElsewhere: false, key: doer.key)
    }

    /// Takes one token from the bucket of a network and one from that of its site.
    ///
    /// - Throws: ``TooManyAttempts`` if one of them is empty; nothing is taken then.
    mutating func take(_ quota: Quota, from doers: Doers, at now: Date) throws {
        guard let site = doers.site else { return try take(quota, from: doers.network, at: now) }
        // The site comes first: once its bucket is empty, its many networks create no entries.
        let all = quota.times(Throttle.networksOfASite)
        try take(all, from: site, at: now)
        do {
            try take(quota, from: doers.network, at: now)
        } catch {
            giveBack(all, to: site)
            throw error
        }
    }

    mutating func giveBack(_ quota: Quota, to doers: Doers) {
        giveBack(quota, to: doers.network)
        if let site = doers.site { giveBack(quota.times(Throttle.networksOfASite), to: site) }
    }

    mutating func giveBack(_ quota: Quota, to doer: Doer) {
        change(doer) { $0?.giveBack(quota) }
    }

    private mutating func change<Result>(_ doer: Doer, _ body: (inout TokenBucket?) -> Result) -> Result {
        switch doer.kind {
        case .network: bucketsOfNetworks.change(doer.key, body)
        case .recipient: bucketsOfRecipients.change(doer.key, body)
        default: body(&bucketsOfProjects[doer.key])
        }
    }
}
