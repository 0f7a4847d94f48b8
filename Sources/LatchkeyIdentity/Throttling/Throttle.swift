import Synchronization

/// Thrown when somebody tries too often.
public struct TooManyAttempts: Error, Equatable, Sendable {
    public let retryAfterSeconds: Int
    /// The first refusal since a try was let through: worth a line in the record, unlike the flood that may follow.
    let isFirst: Bool
    /// Strangers elsewhere caused it, not the caller's own network.
    let causedElsewhere: Bool
}

/// Counts tries, so that nobody guesses passwords or codes, makes accounts by the thousand or floods a telephone.
///
/// Three counts guard what can be guessed. Tries from one network at one account wait longer and longer, a quarter of an hour at most.
/// So do, after many more of them, tries at one account from everywhere: that alone would let anybody lock somebody out, so networks
/// from which the account was opened before are exempt. And one network has a supply of failures for all accounts together.
///
/// Counts live in memory: they are those of this process and start anew with it. They are bounded; under a flood the oldest are lost.
public final class Throttle: Sendable {
    /// What is guessed.
    public struct Guess: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let password = Self(rawValue: "password")
        public static let secondFactor = Self(rawValue: "second_factor")
    }

    /// What is done, however it ends.
    public struct Deed: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let signUp = Self(rawValue: "sign_up")
        public static let message = Self(rawValue: "message")
        public static let secondFactorMessage = Self(rawValue: "second_factor_message")
        /// A text message of a project, whoever asks and whoever gets it.
        static let textMessage = Self(rawValue: "text_message")
        static let secondFactorTextMessage = Self(rawValue: "second_factor_text_message")
        /// A message that shows a second factor, in the course of a day.
        static let dailySecondFactorMessage = Self(rawValue: "daily_second_factor_message")
        /// A mail to a recipient, of each kind for itself.
        static func mail(_ kind: OneTimeCode.Kind) -> Self { Self(rawValue: "mail " + kind.rawValue) }
        /// A message that an administrator has sent to a recipient.
        static let messageByHand = Self(rawValue: "message_by_hand")
        /// A mail that would give an account another address, whoever gets it.
        static let addressChange = Self(rawValue: "address_change")
    }

    /// A code of six digits is found by patience sooner than a password, so its failures are remembered for longer.
    private static func memorySeconds(_ guess: Guess) -> Double { guess == .secondFactor ? 7 * 86_400 : 3600 }

    static func fromOneNetwork(_ guess: Guess) -> Backoff {
        Backoff(freeTries: 5, firstWaitSeconds: 1, longestWaitSeconds: 900, forgetsAfterSeconds: memorySeconds(guess))
    }

    static func fromEverywhere(_ guess: Guess) -> Backoff {
        Backoff(freeTries: 50, firstWaitSeconds: 1, longestWaitSeconds: 900, forgetsAfterSeconds: memorySeconds(guess))
    }

    /// For offices behind one address this has to suffice for everybody's mistypings.
    static let failuresOfANetwork = Quota(100, everySeconds: 600)
    private static let failure = Deed(rawValue: "failure")
    /// What a site of IPv6 has, beside what each of its networks has: a campus gets by with it, and one subscriber with 65,536 networks
    /// gains no more than sixteen would give.
    static let networksOfASite = 16

    private let counts = Mutex(TryCounts())
    private let now: WallClock
    private let isOff: Bool

    /// - Parameter isOff: Lets everything through: for the emulator's mode, whose test suites make hundreds of accounts in a second.
    public init(now: @escaping WallClock, isOff: Bool = false) {
        self.now = now
        self.isOff = isOff
    }

    /// A try that was let through and counts as failed until it is said how it ended.
    public struct Admission: Sendable {
        fileprivate let throttle: Throttle
        fileprivate let target: TryCounts.Target
        /// Whether the account was opened from the caller's network before.
        let isFamiliar: Bool

        /// It was right: the network's failures at this account are forgotten, and the network is familiar from now on.
        public func succeeded() { throttle.end(target, right: true) }
        /// It came to no verdict, for example because the server was too busy.
        public func withdraw() { throttle.end(target, right: false) }
    }

    /// Lets a try through, or throws.
    ///
    /// - Parameters:
    ///   - subject: What is tried to be opened, whether or not it exists: an address, a uid.
    ///   - familiar: The account is known to have been opened from the caller's network.
    /// - Throws: ``TooManyAttempts``.
    public func admit(_ guess: Guess, at subject: String, by caller: Caller, familiar: Bool = false) throws -> Admission {
        let target = TryCounts.Target(guess: guess, realm: caller.realm, subject: subject, network: caller.network)
        if isOff { return Admission(throttle: self, target: target, isFamiliar: false) }
        let instant = now()
        let isFamiliar = try counts.withLock { counts in
            let isFamiliar = target.network != nil && (familiar || counts.isFamiliar(target))
            try counts.check(target, Self.fromOneNetwork(guess), at: instant, elsewhere: false)
            if let network = target.network {
                if !isFamiliar {
                    try counts.check(target.fromEverywhere, Self.fromEverywhere(guess), at: instant, elsewhere: true)
                }
                try counts.take(Self.failuresOfANetwork, of: Self.failure, in: nil, by: network, at: instant)
                counts.count(target.fromEverywhere, at: instant)
            }
            counts.count(target, at: instant)
            return isFamiliar
        }
        return Admission(throttle: self, target: target, isFamiliar: isFamiliar)
    }

    /// Forgets all failures at something, from wherever: its holder has shown in another way who they are.
    func forgive(_ guess: Guess, at subject: String, in realm: Realm) {
        if isOff { return }
        let target = TryCounts.Target(guess: guess, realm: realm, subject: subject, network: nil)
        counts.withLock { $0.forgive(target) }
    }

    private func end(_ target: TryCounts.Target, right: Bool) {
        if isOff { return }
        counts.withLock { counts in
            if right { counts.forget(target) } else { counts.uncount(target) }
            guard let network = target.network else { return }
            if right { counts.becomeFamiliar(target) }
            counts.uncount(target.fromEverywhere)
            counts.giveBack(Self.failuresOfANetwork, of: Self.failure, in: nil, by: network)
        }
    }

    /// Takes one from the supply that the caller's network has of a deed, and from that of its site.
    ///
    /// - Throws: ``TooManyAttempts``.
    func take(_ deed: Deed, of quota: Quota, by caller: Caller) throws {
        guard !isOff, let network = caller.network else { return }
        let instant = now()
        try counts.withLock { try $0.take(quota, of: deed, in: caller.project.id, by: network, at: instant) }
    }

    /// Takes one from the supply that a project has of a deed, its tenants together.
    ///
    /// - Throws: ``TooManyAttempts``.
    func take(_ deed: Deed, of quota: Quota, in project: ProjectID) throws {
        if isOff { return }
        let instant = now()
        try counts.withLock { try $0.take(quota, from: .init(deed: deed, of: project), at: instant) }
    }

    /// Gives back what ``take(_:of:by:)`` took.
    func giveBack(_ deed: Deed, of quota: Quota, by caller: Caller) {
        guard !isOff, let network = caller.network else { return }
        counts.withLock { $0.giveBack(quota, of: deed, in: caller.project.id, by: network) }
    }

    /// Takes one from the supply that a recipient has of a deed, whoever asks, or for each site that does, which in IPv4 is a network.
    ///
    /// - Throws: ``TooManyAttempts``.
    func take(_ deed: Deed, of quota: Quota, for recipient: String, in realm: Realm, from caller: Caller? = nil) throws {
        if isOff { return }
        let doer = TryCounts.Doer(
            deed: deed, project: realm.project, for: realm.tenant.rawValue + " " + recipient, isEach: caller != nil,
            network: caller?.network.map { $0.site ?? $0 })
        let instant = now()
        try counts.withLock { try $0.take(quota, from: doer, at: instant) }
    }
}
