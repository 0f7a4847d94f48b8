import LatchkeyWire

/// The provider id of telephone numbers.
public let PhoneAuthProviderID = "phone"

/// Sends codes to telephones and makes credentials of them.
///
/// Firebase's client first has Apple's push service or a captcha vouch for the app. A Latchkey server asks for neither, so the
/// delegates that the methods take, as Firebase's do, are never called.
public final class PhoneAuthProvider: Sendable {
    /// The provider id, `phone`.
    public static let id = PhoneAuthProviderID

    private let auth: Auth

    private init(_ auth: Auth) {
        self.auth = auth
    }

    /// The provider of ``Auth/auth()``.
    public static func provider() -> PhoneAuthProvider {
        PhoneAuthProvider(Auth.auth())
    }

    /// The provider of the instance that the credential will be used with.
    public static func provider(auth: Auth) -> PhoneAuthProvider {
        PhoneAuthProvider(auth)
    }

    /// Sends a code to a telephone.
    ///
    /// - Parameters:
    ///   - phoneNumber: In E.164 form, for example `+15555550100`.
    ///   - multiFactorSession: The session of ``MultiFactor/session()``, when the telephone is to become a second factor.
    /// - Returns: The id of the verification, for ``credential(withVerificationID:verificationCode:)``. It is worth keeping on the
    ///   device: the person leaves the app to read the message.
    /// - Throws: ``AuthErrorCode/missingPhoneNumber``, ``AuthErrorCode/invalidPhoneNumber``,
    ///   ``AuthErrorCode/operationNotAllowed``, ``AuthErrorCode/tooManyRequests``, ``AuthErrorCode/quotaExceeded``; for a second
    ///   factor also ``AuthErrorCode/unverifiedEmail``, ``AuthErrorCode/unsupportedFirstFactor``,
    ///   ``AuthErrorCode/secondFactorAlreadyEnrolled``, ``AuthErrorCode/requiresRecentLogin``.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession? = nil
    ) async throws -> String {
        guard !phoneNumber.isEmpty else { throw AuthError.make(.missingPhoneNumber) }
        if let multiFactorSession { return try await multiFactorSession.sendCode(toNew: phoneNumber) }
        let reply = try await auth.backend.call(
            .sendVerificationCode, SendVerificationCodeRequest(phoneNumber: phoneNumber, tenantId: auth.tenantID),
            language: auth.languageCode, returning: SendVerificationCodeReply.self)
        return try Self.verificationID(reply.sessionInfo)
    }

    /// Sends a code to a telephone that is enrolled as second factor.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: One of ``MultiFactorResolver/hints``.
    ///   - multiFactorSession: ``MultiFactorResolver/session``.
    /// - Returns: The id of the verification.
    /// - Throws: ``AuthErrorCode/missingMultiFactorSession`` without one, ``AuthErrorCode/invalidMultiFactorSession``,
    ///   ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/tooManyRequests``, ``AuthErrorCode/quotaExceeded``.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession?
    ) async throws -> String {
        guard let multiFactorSession else { throw AuthError.make(.missingMultiFactorSession) }
        return try await multiFactorSession.sendCode(to: multiFactorInfo)
    }

    /// A credential of a verification and the code that arrived at the telephone.
    public func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(.code(verificationCode, verificationID: verificationID))
    }

    /// - Throws: ``AuthErrorCode/internalError`` when a reply lacks the id.
    static func verificationID(_ sessionInfo: String?) throws -> String {
        guard let sessionInfo, !sessionInfo.isEmpty else {
            throw AuthError.make(.internalError, reason: "The reply of the server lacks the id of the verification.")
        }
        return sessionInfo
    }
}

extension AuthBackend.Operation {
    fileprivate static let sendVerificationCode = Self(path: "/v1/accounts:sendVerificationCode")
}
