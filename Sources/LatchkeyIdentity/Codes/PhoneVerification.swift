package import Foundation
package import LatchkeySecrets

/// Sends codes to phones (`accounts:sendVerificationCode`).
package struct PhoneVerification: Sendable {
    let store: any AccountStore
    let outbox: Outbox
    let throttle: any RateLimits
    let now: WallClock
    let random: RandomTokens
    private let onSent: (@Sendable (SentCode) -> Void)?

    /// A sent code in clear text. It is sufficient for a sign-in, so only the emulator mode keeps it.
    package struct SentCode: Sendable {
        package let realm: Realm
        package let phoneNumber: PhoneNumber
        package let code: String
        package let sessionInfo: String
        package let expiresAt: Date
    }

    /// The limit per number and requesting site. Messages cost money and disturb the recipient. The limit counts each site separately, so
    /// that requests from elsewhere do not lock out the holder of the number.
    static let codesForANumber = Quota(5, everySeconds: 3600)
    static let codesForANumberFromEverywhere = Quota(20, everySeconds: 3600)
    static let codesForANetwork = Quota(50, everySeconds: 3600)
    /// The daily limit per number for second factors. With it, an attacker needs a hundred enrolled numbers instead of nine to exhaust the
    /// project's daily quota.
    static let secondFactorCodesForANumber = Quota(10, everySeconds: 86_400)

    package init(
        store: any AccountStore, outbox: Outbox, throttle: any RateLimits, now: @escaping WallClock, random: RandomTokens = .system,
        onSent: (@Sendable (SentCode) -> Void)? = nil
    ) {
        self.onSent = onSent
        self.store = store
        self.outbox = outbox
        self.throttle = throttle
        self.now = now
        self.random = random
    }

    /// The purpose of a code.
    package enum Use: Sendable {
        case signIn
        /// Enrolls a phone as a second factor. The number is not verified yet, as in a sign-in. The caller has checked the rules for
        /// second factors.
        case enrollment
        /// Presents a phone as a second factor, after the first factor. The number was verified before.
        case secondFactor
    }

    /// Sends a code, whether or not an account has the number.
    ///
    /// - Returns: The session info of the code.
    /// - Throws: ``SignInError`` with `OPERATION_NOT_ALLOWED` for a sign-in if phone sign-in is disabled, `QUOTA_EXCEEDED` if the project has reached its
    ///   daily limit; ``TooManyAttempts``.
    package func send(to number: PhoneNumber, as use: Use, caller: Caller) async throws -> Secret<String> {
        if use == .signIn { try caller.requirePhoneSignIn() }
        try await store.recordingRefusals(of: .sendCode, method: .phone, caller: caller, at: now) {
            // Counted separately, so that strangers' sign-ins from the same address, as in a hotel, do not block second factors.
            try await throttle.take(use == .secondFactor ? .secondFactorMessage : .message, of: Self.codesForANetwork, by: caller)
            switch use {
            case .signIn, .enrollment:
                try await throttle.take(.message, of: Self.codesForANumber, for: number.text, in: caller.realm, from: caller)
                try await throttle.take(.message, of: Self.codesForANumberFromEverywhere, for: number.text, in: caller.realm)
            // Only a caller with the account's first factor gets here, so messages that strangers send to the number do not count.
            case .secondFactor:
                try await throttle.take(.secondFactorMessage, of: Self.codesForANumber, for: number.text, in: caller.realm)
                try await throttle.take(
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

    /// Takes a message from the project's daily quota, which bounds toll fraud: with new numbers from new networks, the other limits have
    /// no effect. Presenting a second factor has a separate quota, because those numbers were verified before: a flood of messages for
    /// sign-ins or enrollments does not lock out users with an enrolled phone.
    private func takeMessage(of caller: Caller, as use: Use) async throws {
        let perDay = caller.project.settings.smsPerDay
        guard perDay > 0 else { return }
        do {
            try await throttle.take(
                use == .secondFactor ? .secondFactorTextMessage : .textMessage, of: Quota(perDay, everySeconds: 86_400),
                in: caller.project.id)
        } catch let refusal as TooManyAttempts {
            try await store.record(refusal, of: .sendCode, method: .phone, reason: .quotaExceeded, caller: caller, at: now())
            throw SignInError(.quotaExceeded, message: "This project has reached its limit of text messages. Try again later.")
        }
    }
}
