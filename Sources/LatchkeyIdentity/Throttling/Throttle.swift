import Synchronization

/// The error for a request that exceeds a rate limit.
public struct TooManyAttempts: Error, Equatable, Sendable {
    /// The seconds after which a request can succeed (`Retry-After`, RFC 9110, section 10.2.3).
    public let retryAfterSeconds: Int
    /// Whether this is the first refusal since the last admitted attempt. Only first refusals are recorded.
    package let isFirst: Bool
    /// Whether requests from other networks caused the refusal.
    package let causedElsewhere: Bool
    /// The count that refused the attempt.
    let key: TryKey
}

/// Rate limits whose counts are in the memory of this process.
///
/// Three limits protect what can be guessed. Attempts from one network at one account have a growing backoff of at most 15 minutes. After
/// many more attempts, so do attempts at one account from all networks together; to prevent lockouts, networks from which the account was
/// opened before are exempt. And each network has a quota of failures for all accounts together.
///
/// Scope: one node; ``SharedThrottle`` counts for several. A restart resets the counts. Their number is bounded; under a flood the oldest are dropped.
public final class Throttle: RateLimits {
    /// A kind of secret that can be guessed.
    public struct Guess: RawRepresentable, Hashable, Sendable {
        /// The name by which the attempts are counted.
        public let rawValue: String
        /// Creates a kind of secret. Attempts at each kind are counted separately.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Guesses of passwords.
        public static let password = Self(rawValue: "password")
        package static let secondFactor = Self(rawValue: "second_factor")
    }

    /// A kind of action with a quota, independent of its outcome.
    public struct Action: RawRepresentable, Hashable, Sendable {
        /// The name by which the actions are counted.
        public let rawValue: String
        /// Creates a kind of action. Each kind is counted separately.
        public init(rawValue: String) { self.rawValue = rawValue }
        package static let signUp = Self(rawValue: "sign_up")
        package static let message = Self(rawValue: "message")
        package static let secondFactorMessage = Self(rawValue: "second_factor_message")
        /// A text message of a project, for any requester and recipient.
        static let textMessage = Self(rawValue: "text_message")
        static let secondFactorTextMessage = Self(rawValue: "second_factor_text_message")
        /// A message for presenting a second factor, with a daily limit.
        static let dailySecondFactorMessage = Self(rawValue: "daily_second_factor_message")
        /// An email to a recipient, counted separately for each kind.
        static func mail(_ kind: OneTimeCode.Kind) -> Self { Self(rawValue: "mail " + kind.rawValue) }
        /// A message that an administrator sends to a recipient by hand.
        static let messageByHand = Self(rawValue: "message_by_hand")
        /// An email for a change of an account's address, for any recipient.
        static let addressChange = Self(rawValue: "address_change")
    }

    /// Returns the seconds for which failures are remembered: longer for six-digit codes, which are found sooner than passwords.
    static func memorySeconds(_ guess: Guess) -> Double { guess == .secondFactor ? 7 * 86_400 : 3600 }

    static func fromOneNetwork(_ guess: Guess) -> Backoff {
        Backoff(freeTries: 5, firstWaitSeconds: 1, longestWaitSeconds: 900, forgetsAfterSeconds: memorySeconds(guess))
    }

    static func fromEverywhere(_ guess: Guess) -> Backoff {
        Backoff(freeTries: 50, firstWaitSeconds: 1, longestWaitSeconds: 900, forgetsAfterSeconds: memorySeconds(guess))
    }

    /// The quota of failures of a network. It has to suffice for all users of an office behind one address.
    static let failuresOfANetwork = Quota(100, everySeconds: 600)
    static let failure = Action(rawValue: "failure")
    /// The quota of an IPv6 site, as a multiple of a network's: enough for a campus, while a subscriber with 65,536 networks gains no more
    /// than with sixteen.
    static let networksOfASite = 16

    private let counts = Mutex(TryCounts())
    private let now: WallClock
    private let isOff: Bool

    /// - Parameter isOff: Disables all limits, for the emulator mode, where test suites create hundreds of accounts per second.
    public init(now: @escaping WallClock, isOff: Bool = false) {
        self.now = now
        self.isOff = isOff
    }

    /// See ``AdmittedAttempt``.
    public struct Admission: AdmittedAttempt {
        fileprivate let throttle: Throttle
        fileprivate let target: TryCounts.Target
        /// Whether the account was opened from the caller's network before.
        public let isFamiliar: Bool

        /// Reports a success.
        public func succeeded() { throttle.end(target, right: true) }
        /// Withdraws the attempt.
        public func withdraw() { throttle.end(target, right: false) }
    }

    /// See ``RateLimits/admit(_:at:by:familiar:)``.
    public func admit(_ guess: Guess, at subject: String, by caller: Caller, familiar: Bool = false) throws -> Admission {
        let target = TryCounts.Target(guess: guess, realm: caller.realm, subject: subject, network: caller.network)
        if isOff { return Admission(throttle: self, target: target, isFamiliar: false) }
        let instant = now()
        let isFamiliar = try counts.withLock { try $0.admit(guess, at: target, familiar: familiar, now: instant) }
        return Admission(throttle: self, target: target, isFamiliar: isFamiliar)
    }

    /// See ``RateLimits/forgive(_:at:in:)``.
    public func forgive(_ guess: Guess, at subject: String, in realm: Realm) {
        if isOff { return }
        let target = TryCounts.Target(guess: guess, realm: realm, subject: subject, network: nil)
        counts.withLock { $0.forgive(target) }
    }

    private func end(_ target: TryCounts.Target, right: Bool) {
        if isOff { return }
        counts.withLock { $0.end(target, right: right) }
    }

    /// See ``RateLimits/take(_:of:by:)``.
    public func take(_ action: Action, of quota: Quota, by caller: Caller) throws {
        guard !isOff, let network = caller.network else { return }
        let doers = TryCounts.Doers(action: action, project: caller.project.id, by: network)
        let instant = now()
        try counts.withLock { try $0.take(quota, from: doers, at: instant) }
    }

    /// See ``RateLimits/take(_:of:in:)``.
    public func take(_ action: Action, of quota: Quota, in project: ProjectID) throws {
        if isOff { return }
        let instant = now()
        try counts.withLock { try $0.take(quota, from: .init(action: action, of: project), at: instant) }
    }

    /// See ``RateLimits/giveBack(_:of:by:)``.
    public func giveBack(_ action: Action, of quota: Quota, by caller: Caller) {
        guard !isOff, let network = caller.network else { return }
        let doers = TryCounts.Doers(action: action, project: caller.project.id, by: network)
        counts.withLock { $0.giveBack(quota, to: doers) }
    }

    /// See ``RateLimits/take(_:of:for:in:from:)``.
    public func take(_ action: Action, of quota: Quota, for recipient: String, in realm: Realm, from caller: Caller? = nil) throws {
        if isOff { return }
        let doer = Self.doer(action, recipient, realm, caller)
        let instant = now()
        try counts.withLock { try $0.take(quota, from: doer, at: instant) }
    }

    /// See ``RateLimits/giveBack(_:of:for:in:)``.
    public func giveBack(_ action: Action, of quota: Quota, for recipient: String, in realm: Realm) {
        if isOff { return }
        counts.withLock { $0.giveBack(quota, to: Self.doer(action, recipient, realm, nil)) }
    }

    static func doer<Hash: TryKeyHash>(
        _ action: Action, _ recipient: String, _ realm: Realm, _ caller: Caller?, hash: Hash = Hasher()
    ) -> TryCounts.Doer {
        TryCounts.Doer(
            action: action, project: realm.project, for: realm.tenant.rawValue + " " + recipient, isEach: caller != nil,
            network: caller?.network.map { $0.site ?? $0 }, hash: hash)
    }
}
