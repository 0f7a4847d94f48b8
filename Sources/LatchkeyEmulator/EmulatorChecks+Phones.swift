import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

extension EmulatorChecks {
    /// `accounts:sendVerificationCode`.
    @Sendable func sendVerificationCode(
        _ input: SendVerificationCodeRequest, _ caller: Caller
    ) async throws -> SendVerificationCodeRequest {
        try requireNoTenant(caller)
        try await phones.requireMayReceiveCode(try .required(input.phoneNumber), for: caller)
        return input
    }

    /// `accounts:signInWithPhoneNumber`. The code is checked before the ID token, and is consumed even if the token is invalid.
    @Sendable func signInWithPhoneNumber(
        _ received: SignInWithPhoneNumberRequest, _ caller: Caller
    ) async throws -> SignInWithPhoneNumberRequest {
        try requireNoTenant(caller)
        if !received.temporaryProof.isMissing, let number = received.phoneNumber.unlessEmpty, PhoneNumber(number) == nil {
            throw SignInError(.invalidTemporaryProof)
        }
        let proof = try received.proof()
        if let idToken = received.idToken.unlessEmpty {
            do {
                _ = try await sessions.check(idToken, from: caller)
            } catch {
                try await phones.use(proof, for: caller)
                throw error
            }
        }
        var input = received
        input.operation = nil
        return input
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
    @Sendable func startEnrollment(
        _ input: MfaEnrollmentStartRequest, _ caller: Caller
    ) async throws -> MfaEnrollmentStartRequest {
        if input.totpEnrollmentInfo != nil, input.phoneEnrollmentInfo == nil { return input }
        try requireEnabled(caller)
        let holder = try await eligible(input.idToken, caller)
        guard holder.account.emailVerified else {
            throw SignInError(.unverifiedEmail, message: "Need to verify email first before enrolling second factors.")
        }
        return input
    }

    /// `accounts/mfaEnrollment:finalize`.
    @Sendable func finalizeEnrollment(
        _ input: MfaEnrollmentFinalizeRequest, _ caller: Caller
    ) async throws -> MfaEnrollmentFinalizeRequest {
        if input.totpVerificationInfo != nil, input.phoneVerificationInfo == nil { return input }
        try requireEnabled(caller)
        _ = try await eligible(input.idToken, caller)
        if let proof = input.phoneVerificationInfo { try requireWhole(proof) }
        return input
    }

    /// `accounts/mfaEnrollment:withdraw`.
    @Sendable func withdrawEnrollment(
        _ input: MfaEnrollmentWithdrawRequest, _ caller: Caller
    ) async throws -> MfaEnrollmentWithdrawRequest {
        _ = try await sessions.holder(of: input.idToken, from: caller)
        guard !input.mfaEnrollmentId.isMissing else { throw SignInError(.mfaEnrollmentNotFound) }
        return input
    }

    /// Notes the account if it has no second factor left. The withdrawal succeeded, so errors are ignored.
    @Sendable func noteWithdrawal(
        _ input: MfaEnrollmentWithdrawRequest, _ reply: MfaEnrollmentWithdrawReply, _ caller: Caller
    ) async -> MfaEnrollmentWithdrawReply {
        let found = try? await sessions.check(reply.idToken ?? "", from: caller) { account, view in
            try view.secondFactors(of: account.id, in: account.realm).isEmpty
        }
        if let (holder, hasNone) = found, hasNone { withdrawnFactors.note(holder.account) }
        return reply
    }

    /// `accounts/mfaSignIn:start`.
    @Sendable func startSecondFactor(_ input: MfaSignInStartRequest, _ caller: Caller) async throws -> MfaSignInStartRequest {
        try requireEnabled(caller)
        return input
    }

    /// `accounts/mfaSignIn:finalize`.
    @Sendable func finalizeSecondFactor(
        _ input: MfaSignInFinalizeRequest, _ caller: Caller
    ) async throws -> MfaSignInFinalizeRequest {
        if input.totpVerificationInfo != nil || input.recoveryCodeInfo != nil, input.phoneVerificationInfo == nil { return input }
        try requireEnabled(caller)
        if input.mfaPendingCredential.isMissing { return input }
        guard let proof = input.phoneVerificationInfo else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "MFA provider not supported!")
        }
        try requireWhole(proof)
        try await phones.requireGood(.code(proof.code ?? "", sessionInfo: proof.sessionInfo ?? ""), for: caller)
        return input
    }
}
