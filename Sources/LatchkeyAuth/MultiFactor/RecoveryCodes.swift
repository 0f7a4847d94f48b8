import LatchkeyWire

/// The ``MultiFactorAssertion/factorID`` of recovery codes.
public let RecoveryCodeMultiFactorID = "recovery_code"

// Firebase has no recovery codes; the names are Latchkey's own.
extension MultiFactor {
    /// New recovery codes in place of those before, for the person to write down; needs a recent sign-in with a second factor.
    ///
    /// Each stands in once for a second factor that is lost. Nobody can read them a second time.
    ///
    /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound`` for an account without second factors,
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public func renewRecoveryCodes() async throws -> [String] {
        try await user.endingSessionOnFailure {
            let request = MfaRecoveryCodesRequest(idToken: try await user.getIDToken())
            let reply = try await user.auth.backend.call(
                .mfaRecoveryCodesRenew, request, returning: MfaRecoveryCodesReply.self)
            guard let codes = reply.recoveryCodes, !codes.isEmpty else {
                throw AuthError.make(.internalError, reason: "The reply of the server lacks the recovery codes.")
            }
            return codes
        }
    }

    /// ``renewRecoveryCodes()`` with a completion, which comes on the main actor.
    public func renewRecoveryCodes(completion: (@MainActor ([String]?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.renewRecoveryCodes() }
    }
}

/// Makes assertions of recovery codes.
public enum RecoveryCodeMultiFactorGenerator {
    /// An assertion for a sign-in; hyphens, spaces and the case of letters do not matter.
    public static func assertionForSignIn(withRecoveryCode recoveryCode: String) -> RecoveryCodeMultiFactorAssertion {
        RecoveryCodeMultiFactorAssertion(recoveryCode)
    }
}

/// A recovery code; for sign-ins only.
public final class RecoveryCodeMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
    private let code: String

    init(_ code: String) {
        self.code = code
        super.init(factorID: RecoveryCodeMultiFactorID)
    }

    override func fill(_ request: inout MfaSignInFinalizeRequest) throws {
        guard !code.isEmpty else { throw AuthError.make(.missingVerificationCode) }
        request.recoveryCodeInfo = RecoveryCodeProof(recoveryCode: code)
    }
}

extension AuthBackend.Operation {
    fileprivate static let mfaRecoveryCodesRenew = Self(path: "/v2/accounts/mfaRecoveryCodes:renew")
}
