import Foundation
package import LatchkeySecrets

/// A proof of a second factor.
package enum SecondFactorProof: Sendable {
    case phone(code: String, sessionInfo: String)
    /// - Parameter enrollment: The enrollment id; any TOTP factor when `nil`.
    case totp(code: String, enrollment: String?)
    case recoveryCode(String)
}

/// Finishes sign-ins with a second factor (`accounts/mfaSignIn`).
package struct SecondFactorSignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let verification: PhoneVerification
    let sealer: Sealer
    let throttle: any RateLimits
    let now: WallClock

    package init(
        store: any AccountStore, sessions: Sessions, verification: PhoneVerification, sealer: Sealer, throttle: any RateLimits,
        now: @escaping WallClock
    ) {
        self.store = store
        self.sessions = sessions
        self.verification = verification
        self.sealer = sealer
        self.throttle = throttle
        self.now = now
    }

    /// Sends a code to an enrolled phone.
    ///
    /// - Returns: The session info of the code.
    /// - Throws: ``SignInError``: `INVALID_MFA_PENDING_CREDENTIAL`; `MFA_ENROLLMENT_NOT_FOUND` for a factor that the account does not
    ///   have; `INVALID_ARGUMENT` for a factor that needs no message. ``TooManyAttempts``.
    package func start(_ pendingCredential: Secret<String>, with enrollment: String, caller: Caller) async throws -> Secret<String> {
        let (_, factors) = try await pending(pendingCredential, caller: caller)
        guard let factor = factors.first(where: { $0.id == enrollment }) else { throw SignInError(.mfaEnrollmentNotFound) }
        guard case .phone(let number) = factor.means else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "MFA provider not supported!")
        }
        return try await verification.send(to: number, as: .secondFactor, caller: caller)
    }

    /// Verifies the second factor and opens the session.
    ///
    /// - Throws: ``SignInError``: `INVALID_MFA_PENDING_CREDENTIAL` for a pending credential that is unknown, used, expired, out of
    ///   attempts, or older than the account's last change; `INVALID_CODE`, `INVALID_SESSION_INFO`, `MFA_ENROLLMENT_NOT_FOUND`,
    ///   `USER_DISABLED`. ``TooManyAttempts``.
    package func finish(_ pendingCredential: Secret<String>, with proof: SecondFactorProof, caller: Caller) async throws -> IssuedTokens {
        let (found, _) = try await pending(pendingCredential, caller: caller)
        let admission = try await store.recordingRefusals(
            of: .signIn, method: found.method, about: found.account, caller: caller, at: now
        ) {
            try await throttle.admit(.secondFactor, at: found.account.rawValue, by: caller, familiar: false)
        }
        let verdict: Verdict
        do {
            verdict = try await sessions.asking(caller) { caller in
                try await store.write { try settle(found.id, proof, caller: caller, in: $0) }
            }
        } catch {
            await admission.withdraw()
            throw error
        }
        switch verdict {
        case .entered(let entry):
            await admission.succeeded()
            switch try await sessions.issue(entry) {
            case .signedIn(let tokens): return tokens
            case .secondFactorNeeded: preconditionFailure("the second factor was shown")
            }
        case .refused(let code): throw SignInError(code)
        }
    }

    /// The outcome. A refusal is a value, because a thrown error would undo the transaction, and with it the consumed attempt.
    private enum Verdict: Sendable {
        case entered(Sessions.Entry)
        case refused(SignInError.Code)
    }

    private func pending(
        _ credential: Secret<String>, caller: Caller
    ) async throws -> (PendingSecondFactor, [SecondFactor]) {
        let id = Fingerprint(of: credential.expose())
        let instant = now()
        let found = try await store.read { view -> (PendingSecondFactor, [SecondFactor])? in
            guard let pending = try view.pendingSecondFactor(id) else { return nil }
            return (pending, try view.secondFactors(of: pending.account, in: pending.realm))
        }
        if let found, found.0.realm != caller.realm, caller.project.policies.isLenient {
            throw SignInError(.init(rawValue: "INVALID_PROJECT_ID"), message: "Project ID does not match MFA pending credential.")
        }
        guard let (pending, factors) = found, pending.realm == caller.realm, pending.expiresAt > instant, pending.triesLeft > 0 else {
            throw SignInError(.invalidMFAPendingCredential)
        }
        return (pending, factors.filter { caller.project.settings.allows($0.kind) })
    }

    private func settle(
        _ id: Fingerprint, _ proof: SecondFactorProof, caller: Caller, in transaction: any StoreWriting
    ) throws -> Verdict {
        let instant = now().inWholeMilliseconds
        let policies = caller.project.policies
        guard let pending = try transaction.tryPendingSecondFactor(id, in: caller.realm, at: instant),
            let account = try transaction.account(pending.account, in: pending.realm),
            pending.createdAt >= account.validSince || !policies.limitsCodes
        else {
            return .refused(.invalidMFAPendingCredential)
        }
        if account.disabled, policies.hidesDisabledAccounts { return .refused(.userDisabled) }
        let scribe = EventScribe(transaction: transaction, caller: caller, method: pending.method, at: instant)
        let check = SecondFactorCheck(sealer: sealer, caller: caller, at: instant, transaction: transaction)
        switch try check.used(proof, by: account) {
        case .failure(let refusal):
            try scribe.write(.signIn, .refused, subject: account.id, reason: refusal.code)
            return .refused(refusal.code)
        case .success(let used):
            if policies.limitsCodes {
                guard try transaction.deletePendingSecondFactor(id) else { return .refused(.invalidMFAPendingCredential) }
            }
            let entry = try sessions.signIn(
                account, by: pending.method, for: caller, claims: pending.claims, secondFactor: used, in: transaction)
            try scribe.write(.signIn, entry)
            return .entered(entry)
        }
    }
}
