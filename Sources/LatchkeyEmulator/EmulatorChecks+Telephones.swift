import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

extension EmulatorChecks {
    /// `accounts:sendVerificationCode`.
    @Sendable func sendVerificationCode(
        _ ask: SendVerificationCodeRequest, _ caller: Caller
    ) async throws -> SendVerificationCodeRequest {
        try requireNoTenant(caller)
        try await phones.requireMayReceiveCode(try .required(ask.phoneNumber), for: caller)
        return ask
    }

    /// `accounts:signInWithPhoneNumber`. The code is checked before the ID token, and is consumed even if the token is invalid.
    @Sendable func signInWithPhoneNumber(
        _ asked: SignInWithPhoneNumberRequest, _ caller: Caller
    ) async throws -> SignInWithPhoneNumberRequest {
        try requireNoTenant(caller)
        if !asked.temporaryProof.isMissing, let number = asked.phoneNumber.unlessEmpty, PhoneNumber(number) == nil {
            throw SignInError(.invalidTemporaryProof)
        }
        let proof = try asked.proof()
        if let idToken = asked.idToken.unlessEmpty {
            do {
                _ = try await sessions.check(idToken, from: caller)
            } catch {
                try await phones.use(proof, for: caller)
                throw error
            }
        }
        var ask = asked
        ask.operation = nil
        return ask
    }

    // MARK: Second factors. Only phone factors are checked; TOTP and recovery codes exist only on this server.

    private static let ineligible: Set<ProviderID> = [.anonymous, .phone, .custom, "gc.apple.com"]

    private func requireEnabled(_ caller: Caller) throws {
        guard caller.project.settings.smsSecondFactor else {
            throw SignInError(.operationNotAllowed, message: "SMS based MFA not enabled.")
        }
    }

    private func eligible(_ idToken: String?, _ caller: Caller) async throws -> SignedInCaller {
        let holder = try await sessions.holder(of: idToken, from: caller)
        guard !Self.ineligible.contains(holder.method) else {
            throw SignInError(.unsupportedFirstFactor, message: "MFA is not available for the given first factor.")
        }
        return holder
    }

    /// Checks that a proof is complete. Google's emulator checks the code before the session info here, and after it at a sign-in.
    private func requireWhole(_ proof: PhoneFactorProof) throws {
        guard proof.androidVerificationProof.isMissing else { throw NotEmulated("androidVerificationProof is unsupported!") }
        guard !proof.code.isMissing else { throw Self.missing("CODE") }
        guard !proof.sessionInfo.isMissing else { throw Self.missing("SESSION_INFO") }
    }

    /// `accounts/mfaEnrollment:start`.
    @Sendable func startEnrolment(
        _ ask: MfaEnrollmentStartRequest, _ caller: Caller
    ) async throws -> MfaEnrollmentStartRequest {
        if ask.totpEnrollmentInfo != nil, ask.phoneEnrollmentInfo == nil { return ask }
        try requireEnabled(caller)
        let holder = try await eligible(ask.idToken, caller)
        guard holder.account.emailVerified else {
            throw SignInError(.unverifiedEmail, message: "Need to verify email first before enrolling second factors.")
        }
        return ask
    }

    /// `accounts/mfaEnrollment:finalize`.
    @Sendable func finalizeEnrolment(
        _ ask: MfaEnrollmentFinalizeRequest, _ caller: Caller
    ) async throws -> MfaEnrollmentFinalizeRequest {
        if ask.totpVerificationInfo != nil, ask.phoneVerificationInfo == nil { return ask }
        try requireEnabled(caller)
        _ = try await eligible(ask.idToken, caller)
        if let proof = ask.phoneVerificationInfo { try requireWhole(proof) }
        return ask
    }

    /// `accounts/mfaEnrollment:withdraw`.
    @Sendable func withdrawEnrolment(
        _ ask: MfaEnrollmentWithdrawRequest, _ caller: Caller
    ) async throws -> MfaEnrollmentWithdrawRequest {
        _ = try await sessions.holder(of: ask.idToken, from: caller)
        guard !ask.mfaEnrollmentId.isMissing else { throw SignInError(.mfaEnrollmentNotFound) }
        return ask
    }

    /// `accounts/mfaSignIn:start`.
    @Sendable func startSecondFactor(_ ask: MfaSignInStartRequest, _ caller: Caller) async throws -> MfaSignInStartRequest {
        try requireEnabled(caller)
        return ask
    }

    /// `accounts/mfaSignIn:finalize`.
    @Sendable func finalizeSecondFactor(
        _ ask: MfaSignInFinalizeRequest, _ caller: Caller
    ) async throws -> MfaSignInFinalizeRequest {
        if ask.totpVerificationInfo != nil || ask.recoveryCodeInfo != nil, ask.phoneVerificationInfo == nil { return ask }
        try requireEnabled(caller)
        if ask.mfaPendingCredential.isMissing { return ask }
        guard let proof = ask.phoneVerificationInfo else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "MFA provider not supported!")
        }
        try requireWhole(proof)
        try await phones.requireGood(.code(proof.code ?? "", sessionInfo: proof.sessionInfo ?? ""), for: caller)
        return ask
    }
}
