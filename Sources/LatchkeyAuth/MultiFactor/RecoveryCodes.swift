import LatchkeyWire

/// The ``MultiFactorAssertion/factorID`` of recovery codes.
public let RecoveryCodeMultiFactorID = "recovery_code"

// Firebase has no recovery codes. These names are Latchkey's own.
extension MultiFactor {
    /// Replaces the account's recovery codes and returns the new ones. Requires a recent sign-in with a second factor.
    ///
    /// Each code replaces a lost second factor once. Show the codes to the user immediately, because they cannot be retrieved again.
    ///
    /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound`` if the account has no second factors,
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public func renewRecoveryCodes() async throws -> [String] {
        try await user.endingSessionOnFailure {
            let request = MfaRecoveryCodesRequest(idToken: try await user.getIDToken())
            let reply = try await user.auth.backend.call(
                .mfaRecoveryCodesRenew, request, returning: MfaRecoveryCodesReply.self)
            guard let codes = reply.recoveryCodes, !codes.isEmpty else {
                throw AuthError.make(.internalError, reason: "The server's response lacks the recovery codes.")
            }
            return codes
        }
    }

    /// The variant of ``renewRecoveryCodes()`` with a completion handler, which is called on the main actor.
    public func renewRecoveryCodes(completion: (@MainActor ([String]?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.renewRecoveryCodes() }
    }
}

/// A namespace for creating assertions from recovery codes.
public enum RecoveryCodeMultiFactorGenerator {
    /// Creates an assertion for a sign-in. Hyphens, spaces and letter case are ignored.
    public static func assertionForSignIn(withRecoveryCode recoveryCode: String) -> RecoveryCodeMultiFactorAssertion {
        RecoveryCodeMultiFactorAssertion(recoveryCode)
    }
}

/// A recovery code, for sign-ins only.
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
