import Foundation

/// The counts of a ``Throttle``.
struct TryCounts {
    /// The target of guesses, and the network that they come from.
    struct Target: Hashable {
        let guess: Throttle.Guess
        let realm: Realm
        let subject: String
        /// The network; `nil` for the attempts from all networks together.
        let network: NetworkPrefix?

        var fromEverywhere: Target { Target(guess: guess, realm: realm, subject: subject, network: nil) }
    }

    /// The holder of a quota: a requester, a recipient or a project.
    struct Doer: Hashable {
        let action: Throttle.Action
        /// The project; `nil` for a quota across all projects.
        let project: ProjectID?
        let by: Party

        enum Party: Hashable {
            case network(NetworkPrefix)
            case recipient(String)
            case recipientOfNetwork(String, NetworkPrefix?)
            /// All users of the project together.
            case everybody
        }

        init(action: Throttle.Action, project: ProjectID?, by network: NetworkPrefix) {
            self.action = action
            self.project = project
            by = .network(network)
        }

        init(action: Throttle.Action, of project: ProjectID) {
            self.action = action
            self.project = project
            by = .everybody
        }

        init(action: Throttle.Action, project: ProjectID?, for recipient: String, isEach: Bool, network: NetworkPrefix?) {
            self.action = action
            self.project = project
            by = isEach ? .recipientOfNetwork(recipient, network) : .recipient(recipient)
        }
    }

    /// The maximum number of entries of each kind.
    private static let capacity = 100_000
    private var tries = RecentlyUsed<Target, TryCount>(capacity: capacity)
    private var familiar = RecentlyUsed<Target, Bool>(capacity: capacity)
    /// The number of the last pardon of the failures at a target, from all networks.
    private var pardons = RecentlyUsed<Target, Int>(capacity: capacity)
    private var pardonCount = 0
    private var bucketsOfNetworks = RecentlyUsed<Doer, TokenBucket>(capacity: capacity)
    // Stored separately: clients can name any number of recipients, which must not evict (and thereby refill) buckets of networks.
    private var bucketsOfRecipients = RecentlyUsed<Doer, TokenBucket>(capacity: capacity)
    // Stored separately and never evicted, because a flood of networks must not refill them. There are as many as projects.
    private var bucketsOfProjects: [Doer: TokenBucket] = [:]

    /// Checks whether the next attempt is admitted.
    ///
    /// - Throws: ``TooManyAttempts`` if the next attempt has to wait.
    mutating func check(_ target: Target, _ backoff: Backoff, at now: Date, elsewhere: Bool) throws {
        guard var count = tries[target] else { return }
        count.forget(at: now, backoff)
        // A pardon that was evicted has no effect.
        guard (count.pardon ?? 0) >= (pardons[target.fromEverywhere] ?? 0) else {
            tries[target] = nil
            return
        }
        let wait = count.wait(at: now, backoff)
        let isFirst = !count.reported
        count.reported = wait > 0
        tries[target] = count
        guard wait > 0 else { return }
        throw TooManyAttempts(retryAfterSeconds: Int(wait.rounded(.up)), isFirst: isFirst, causedElsewhere: elsewhere)
    }

    mutating func count(_ target: Target, at now: Date) {
        var count = tries[target] ?? TryCount(lastAt: now, pardon: pardons[target.fromEverywhere])
        count.tries += 1
        count.lastAt = now
        tries[target] = count
    }

    mutating func uncount(_ target: Target) {
        guard var count = tries[target] else { return }
        count.tries = max(0, count.tries - 1)
        tries[target] = count
    }

    mutating func forget(_ target: Target) {
        tries[target] = nil
    }

    /// Resets the failures at a target from all networks. Counts of networks cannot be enumerated, so each is reset at its next use.
    mutating func forgive(_ target: Target) {
        pardonCount += 1
        pardons[target.fromEverywhere] = pardonCount
    }

    mutating func isFamiliar(_ target: Target) -> Bool {
        familiar[target] != nil
    }

    mutating func becomeFamiliar(_ target: Target) {
        familiar[target] = true
    }

    /// Takes one token.
    ///
    /// - Throws: ``TooManyAttempts`` if the bucket is empty.
    mutating func take(_ quota: Quota, from doer: Doer, at now: Date) throws {
        var bucket = self[doer] ?? TokenBucket(full: quota, at: now)
        let wait = bucket.take(quota, at: now)
        let isFirst = !bucket.reported
        bucket.reported = wait > 0
        self[doer] = bucket
        guard wait > 0 else { return }
        throw TooManyAttempts(retryAfterSeconds: Int(wait.rounded(.up)), isFirst: isFirst, causedElsewhere: false)
    }

    /// Takes one token from the bucket of a network and one from that of its site.
    ///
    /// - Throws: ``TooManyAttempts`` if one of them is empty; nothing is taken then.
    mutating func take(_ quota: Quota, of action: Throttle.Action, in project: ProjectID?, by network: NetworkPrefix, at now: Date) throws {
        let own = Doer(action: action, project: project, by: network)
        guard let site = network.site else { return try take(quota, from: own, at: now) }
        // The site comes first: once its bucket is empty, its many networks create no entries.
        let (all, whole) = (quota.times(Throttle.networksOfASite), Doer(action: action, project: project, by: site))
        try take(all, from: whole, at: now)
        do {
            try take(quota, from: own, at: now)
        } catch {
            giveBack(all, to: whole)
            throw error
        }
    }

    mutating func giveBack(_ quota: Quota, of action: Throttle.Action, in project: ProjectID?, by network: NetworkPrefix) {
        giveBack(quota, to: Doer(action: action, project: project, by: network))
        guard let site = network.site else { return }
        giveBack(quota.times(Throttle.networksOfASite), to: Doer(action: action, project: project, by: site))
    }

    private mutating func giveBack(_ quota: Quota, to doer: Doer) {
        guard var bucket = self[doer] else { return }
        bucket.giveBack(quota)
        self[doer] = bucket
    }

    private subscript(doer: Doer) -> TokenBucket? {
        mutating get {
            switch doer.by {
            case .everybody: bucketsOfProjects[doer]
            case .network: bucketsOfNetworks[doer]
            case .recipient, .recipientOfNetwork: bucketsOfRecipients[doer]
            }
        }
        set {
            switch doer.by {
            case .everybody: bucketsOfProjects[doer] = newValue
            case .network: bucketsOfNetworks[doer] = newValue
            case .recipient, .recipientOfNetwork: bucketsOfRecipients[doer] = newValue
            }
        }
    }
}
