package import Foundation
package import LatchkeySecrets

/// Adds second factors to an account and removes them (`accounts/mfaEnrollment`).
package struct SecondFactorEnrollment: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let verification: PhoneVerification
    let sealer: Sealer
    let codes: CodeIssuer
    let now: WallClock
    let random: RandomTokens

    package init(
        store: any AccountStore, sessions: Sessions, verification: PhoneVerification, sealer: Sealer,
        codes: CodeIssuer, now: @escaping WallClock, random: RandomTokens = .system
    ) {
        self.store = store
        self.sessions = sessions
        self.verification = verification
        self.sealer = sealer
        self.codes = codes
        self.now = now
        self.random = random
    }

    /// A new TOTP seed, which the user adds to an app.
    package struct NewSeed: Sendable {
        package let seed: Secret<[UInt8]>
        package let sessionInfo: Secret<String>
        package let endsAt: Date
    }

    /// The sign-in methods that cannot be a first factor: they prove no knowledge, or are the phone itself.
    private static let unsupportedFirstFactors: Set<ProviderID> = [.anonymous, .phone, .custom]

    /// Sends a code to the phone to enroll.
    ///
    /// - Throws: ``SignInError``: `OPERATION_NOT_ALLOWED`, `UNSUPPORTED_FIRST_FACTOR`, `UNVERIFIED_EMAIL`, `SECOND_FACTOR_EXISTS`,
    ///   `SECOND_FACTOR_LIMIT_EXCEEDED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. ``TooManyAttempts``.
    package func startPhone(_ number: PhoneNumber, for holder: SignedInCaller) async throws -> Secret<String> {
        try await store.read { view in
            try requireMayEnrol(.phone, holder, in: view)
            if try view.secondFactors(of: holder.account.id, in: holder.caller.realm).contains(where: { $0.means == .phone(number) }) {
                throw SignInError(.secondFactorExists, message: "Phone number already enrolled as second factor for this account.")
            }
        }
        return try await verification.send(to: number, as: .enrollment, caller: holder.caller)
    }

    /// Creates a TOTP seed.
    ///
    /// - Throws: As ``startPhone(_:for:)``.
    package func startTOTP(for holder: SignedInCaller) async throws -> NewSeed {
        let instant = now().inWholeMilliseconds
        let sessionInfo = random.token()
        let id = Fingerprint(of: sessionInfo)
        let seed = random.data(count: TOTP.seedByteCount)
        let end = instant.addingTimeInterval(TOTPEnrollment.lifetimeSeconds)
        let sealed = try sealer.seal(seed, for: TOTPEnrollment.sealingContext(project: holder.caller.project.id, id: id))
        try await store.write { transaction in
            try requireMayEnrol(.totp, holder, in: transaction)
            try transaction.removeExpired(at: instant)
            try transaction.insert(
                TOTPEnrollment(
                    id: id, account: holder.account.id, realm: holder.caller.realm, sealedSeed: sealed, expiresAt: end))
        }
        return NewSeed(seed: Secret(seed), sessionInfo: Secret(sessionInfo), endsAt: end)
    }

    /// A proof that the new factor works.
    package enum Proof: Sendable {
        case phone(code: String, sessionInfo: String)
        case totp(code: String, sessionInfo: String)
    }

    /// Enrolls the factor. All other sessions of the account end, because they were opened without a second factor.
    ///
    /// - Throws: ``SignInError``: `INVALID_CODE`, `INVALID_SESSION_INFO`, and as ``startPhone(_:for:)``.
    package func finish(_ proof: Proof, displayName: String?, for holder: SignedInCaller) async throws -> (IssuedTokens, SecondFactor) {
        let verdict: Verdict
        do {
            verdict = try await store.write { try settle(proof, displayName: displayName, holder, in: $0) }
        } catch let conflict as StoreConflict where conflict.subject == .secondFactor {
            throw SignInError(.secondFactorExists, message: "Phone number already enrolled as second factor for this account.")
        }
        switch verdict {
        case .enrolled(let opened, let factor): return (try await sessions.issue(opened), factor)
        case .refused(let code): throw SignInError(code)
        }
    }

    /// Removes a factor.
    ///
    /// - Throws: ``SignInError``: `MFA_ENROLLMENT_NOT_FOUND`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
    package func withdraw(_ id: String, for holder: SignedInCaller) async throws -> IssuedTokens {
        try sessions.requireRecentSignIn(holder)
        let instant = now().inWholeMilliseconds
        let opened = try await store.write { transaction -> Sessions.Opened in
            let account = try sessions.account(of: holder, in: transaction)
            try sessions.requireSecondFactor(holder)
            guard try transaction.deleteSecondFactor(id, of: account.id, in: account.realm) else {
                throw SignInError(.mfaEnrollmentNotFound)
            }
            if try transaction.secondFactors(of: account.id, in: account.realm).isEmpty {
                try transaction.replaceRecoveryCodes([], of: account.id, in: account.realm)
            }
            return try reopen(account, holder, .unenrol, secondFactor: nil, at: instant, in: transaction)
        }
        return try await sessions.issue(opened)
    }

    // MARK: Inside the transaction

    /// The outcome. A refusal is a value, because a thrown error would undo the transaction, and with it the consumed attempt.
    private enum Verdict: Sendable {
        case enrolled(Sessions.Opened, SecondFactor)
        case refused(SignInError.Code)
    }

    private func requireMayEnrol(
        _ kind: SecondFactor.Kind, _ holder: SignedInCaller, isProven: Bool = false, in view: any StoreReading
    ) throws {
        guard holder.caller.project.settings.allows(kind) else {
            throw SignInError(.operationNotAllowed, message: kind == .phone ? "SMS based MFA not enabled." : "TOTP based MFA not enabled.")
        }
        guard !Self.unsupportedFirstFactors.contains(holder.method) else {
            throw SignInError(.unsupportedFirstFactor, message: "MFA is not available for the given first factor.")
        }
        let account = try sessions.account(of: holder, in: view)
        // Google's emulator checks the address at the start only.
        let looksAtAddress = !isProven || !holder.caller.project.policies.isLenient
        guard account.email != nil && account.emailVerified || !looksAtAddress else {
            throw SignInError(.unverifiedEmail, message: "Need to verify email first before enrolling second factors.")
        }
        if kind == .phone, account.phoneNumber != nil, holder.caller.project.policies.separatesPhoneNumbers {
            throw SignInError(.unsupportedFirstFactor, message: "A phone number that signs in cannot also be a second factor.")
        }
        try sessions.requireRecentSignIn(holder)
        guard try view.secondFactors(of: account.id, in: account.realm).count < SecondFactor.maxCount else {
            throw SignInError(.secondFactorLimitExceeded)
        }
    }

    private func settle(
        _ proof: Proof, displayName: String?, _ holder: SignedInCaller, in transaction: any StoreWriting
    ) throws -> Verdict {
        let instant = now().inWholeMilliseconds
        let id = random.text(length: AccountID.length, from: AccountID.alphabet)
        let means: SecondFactor.Means
        switch proof {
        case .phone(let code, let sessionInfo):
            try requireMayEnrol(.phone, holder, isProven: true, in: transaction)
            switch try transaction.number(provenBy: code, sessionInfo: sessionInfo, in: holder.caller.realm, at: instant) {
            case .failure(let refusal): return .refused(refusal.code)
            case .success(let number): means = .phone(number)
            }
        case .totp(let code, let sessionInfo):
            try requireMayEnrol(.totp, holder, in: transaction)
            let enrollment = Fingerprint(of: sessionInfo)
            guard
                let waiting = try transaction.tryTOTPEnrollment(
                    enrollment, of: holder.account.id, in: holder.caller.realm, at: instant)
            else {
                return .refused(.invalidSessionInfo)
            }
            let project = holder.caller.project.id
            let seed = try sealer.open(waiting.sealedSeed, for: TOTPEnrollment.sealingContext(project: project, id: enrollment)).expose()
            guard let step = TOTP(seed: seed).step(of: code, after: .min, at: instant) else { return .refused(.invalidCode) }
            try transaction.deleteTOTPEnrollment(enrollment)
            let sealed = try sealer.seal(seed, for: SecondFactor.sealingContext(project: project, id: id))
            means = .totp(sealedSeed: sealed, lastStep: step)
        }
        let account = try sessions.account(of: holder, in: transaction)
        let factor = SecondFactor(
            id: id, account: account.id, realm: account.realm, means: means, displayName: displayName, enrolledAt: instant)
        try transaction.insert(factor)
        try tellHolder(of: account, about: factor, holder.caller, at: instant, in: transaction)
        let opened = try reopen(
            account, holder, .enrol, secondFactor: UsedSecondFactor(factor.kind, id: id), at: instant, in: transaction)
        return .enrolled(opened, factor)
    }

    /// Notifies the account holder by email, with a link that withdraws the factor: an attacker with a stolen session could otherwise lock
    /// the holder out permanently.
    private func tellHolder(
        of account: Account, about factor: SecondFactor, _ caller: Caller, at instant: Date, in transaction: any StoreWriting
    ) throws {
        // Administrators get no such link. Owners and the operator can help them.
        guard let email = account.email, account.realm.project != .console else { return }
        let order = CodeIssuer.Order(
            kind: .revertSecondFactor, recipient: email, email: email, account: account, secondFactor: factor.id)
        try codes.issue(order, for: caller, at: instant, in: transaction)
    }

    /// Ends all sessions of an account and opens a new one that replaces the caller's.
    private func reopen(
        _ account: Account, _ holder: SignedInCaller, _ kind: AuthEvent.Kind, secondFactor: UsedSecondFactor?, at instant: Date,
        in transaction: any StoreWriting
    ) throws -> Sessions.Opened {
        var account = account
        if holder.caller.project.policies.endsSessions { account.validSince = instant }
        try transaction.update(account)
        try transaction.endSessions(of: account.id, for: holder.caller)
        let opened = try sessions.open(
            account, by: holder.method, for: holder.caller, authenticatedAt: holder.claims.authenticatedAt,
            replacing: holder.session, claims: holder.session.claims, secondFactor: secondFactor, in: transaction)
        let scribe = EventScribe(
            transaction: transaction, caller: holder.caller, method: holder.method, at: instant, actor: account.id.rawValue)
        try scribe.write(kind, .allowed, subject: account.id, session: opened.session.id)
        return opened
    }
}
