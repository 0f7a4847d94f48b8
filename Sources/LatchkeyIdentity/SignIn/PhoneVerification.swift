public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Sends codes to telephones (`accounts:sendVerificationCode`).
public struct PhoneVerification: Sendable {
    let store: any AccountStore
    let outbox: Outbox
    let throttle: Throttle
    let now: WallClock
    let random: RandomTokens
    private let onSent: (@Sendable (SentCode) -> Void)?

    /// A code as its recipient reads it. Whoever has this can sign in: only the emulator's mode keeps it.
    public struct SentCode: Sendable {
        public let realm: Realm
        public let phoneNumber: PhoneNumber
        public let code: String
        public let sessionInfo: String
        public let expiresAt: Date
    }

    /// Messages cost money, and a telephone that rings all night belongs to somebody.
    /// For each site that asks, so that a stranger elsewhere does not use up what the holder needs.
    static let codesForANumber = Quota(5, everySeconds: 3600)
    static let codesForANumberFromEverywhere = Quota(20, everySeconds: 3600)
    static let codesForANetwork = Quota(50, everySeconds: 3600)
    /// Who owns numbers and has enrolled them takes the project's whole supply for second factors with a hundred, and not with nine.
    static let secondFactorCodesForANumber = Quota(10, everySeconds: 86_400)

    public init(
        store: any AccountStore, outbox: Outbox, throttle: Throttle, now: @escaping WallClock, random: RandomTokens = .system,
        onSent: (@Sendable (SentCode) -> Void)? = nil
    ) {
        self.onSent = onSent
        self.store = store
        self.outbox = outbox
        self.throttle = throttle
        self.now = now
        self.random = random
    }

    /// What a code is for.
    public enum Use: Sendable {
        case signIn
        /// To add a telephone as a second factor: the number is whatever somebody says, as at a sign-in. The factors' own rules were
        /// checked by who asks.
        case enrolment
        /// To show a telephone that is a second factor: whoever asks has shown a first one, and the number was proved.
        case secondFactor
    }

    /// Sends a code, whether or not an account has the number.
    ///
    /// - Returns: The session info that belongs to the code.
    /// - Throws: ``SignInError`` with `OPERATION_NOT_ALLOWED` where the project allows no telephones, `QUOTA_EXCEEDED` when it has sent
    ///   as many messages as it may; ``TooManyAttempts``.
    public func send(to number: PhoneNumber, as use: Use, caller: Caller) async throws -> Secret<String> {
        if use == .signIn { try caller.requirePhoneSignIn() }
        try await store.recordingRefusals(of: .sendCode, method: .phone, caller: caller, at: now) {
            // Apart, or whoever shares an address with strangers, as in a hotel, would be kept out by what these ask for.
            try throttle.take(use == .secondFactor ? .secondFactorMessage : .message, of: Self.codesForANetwork, by: caller)
            switch use {
            case .signIn, .enrolment:
                try throttle.take(.message, of: Self.codesForANumber, for: number.text, in: caller.realm, from: caller)
                try throttle.take(.message, of: Self.codesForANumberFromEverywhere, for: number.text, in: caller.realm)
            // Only who showed the account's first factor can ask: the messages that strangers send to the number do not count here.
            case .secondFactor:
                try throttle.take(.secondFactorMessage, of: Self.codesForANumber, for: number.text, in: caller.realm)
                try throttle.take(
                    .dailySecondFactorMessage, of: Self.secondFactorCodesForANumber, for: number.text, in: caller.realm)
            }
        }
        try await takeMessage(of: caller, as: use)
        let instant = now().inWholeMilliseconds
        let end = instant.addingTimeInterval(caller.lifetime(of: PhoneCode.lifetimeSeconds))
        let sessionInfo = random.token()
        let digits = random.text(length: PhoneCode.digits, from: "0123456789")
        let code = PhoneCode(
            id: Fingerprint(of: sessionInfo), realm: caller.realm, phoneNumber: number,
            code: PhoneCode.fingerprint(of: digits, for: sessionInfo), triesLeft: caller.tries(PhoneCode.maxTries), expiresAt: end)
        try await store.write { transaction in
            try transaction.removeExpired(at: instant)
            try transaction.insert(code)
            try outbox.enqueue(
                .phoneCode, by: .sms, to: number.text, MessageContent(language: caller.language, code: digits), in: caller.realm,
                at: instant,
                expiresAt: end, transaction: transaction)
        }
        onSent?(SentCode(realm: caller.realm, phoneNumber: number, code: digits, sessionInfo: sessionInfo, expiresAt: end))
        return Secret(sessionInfo)
    }

    /// What the other limits let through goes to a new number from a new network each time where somebody earns by the messages; here
    /// it ends. Showing a second factor has a supply of its own, because those numbers were proved before: a flood to others, be it for
    /// signing in or for adding factors, keeps nobody out who has one.
    private func takeMessage(of caller: Caller, as use: Use) async throws {
        let perDay = caller.project.settings.smsPerDay
        guard perDay > 0 else { return }
        do {
            try throttle.take(
                use == .secondFactor ? .secondFactorTextMessage : .textMessage, of: Quota(perDay, everySeconds: 86_400),
                in: caller.project.id)
        } catch let refusal as TooManyAttempts {
            try await store.record(refusal, of: .sendCode, method: .phone, reason: .quotaExceeded, caller: caller, at: now())
            throw SignInError(.quotaExceeded, message: "This project has sent as many text messages as it may for now.")
        }
    }
}
