import LatchkeyWire

/// The provider id of phone numbers.
public let PhoneAuthProviderID = "phone"

/// A provider that sends verification codes to phones and creates credentials from them.
///
/// Firebase's client first verifies the app with an Apple push notification or a reCAPTCHA. A Latchkey server requires neither, so
/// the delegates that the methods accept for compatibility are never called.
public final class PhoneAuthProvider: Sendable {
    /// The provider id, `phone`.
    public static let id = PhoneAuthProviderID

    private let auth: Auth

    private init(_ auth: Auth) {
        self.auth = auth
    }

    /// Returns the provider for ``Auth/auth()``.
    public static func provider() -> PhoneAuthProvider {
        PhoneAuthProvider(Auth.auth())
    }

    /// Returns the provider for the instance that the credential will be used with.
    public static func provider(auth: Auth) -> PhoneAuthProvider {
        PhoneAuthProvider(auth)
    }

    /// Sends a verification code to a phone.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number in E.164 form, for example `+15555550100`.
    ///   - uiDelegate: Ignored.
    ///   - multiFactorSession: The session of ``MultiFactor/session()``, to enroll the phone as a second factor.
    /// - Returns: The verification id, for ``credential(withVerificationID:verificationCode:)``. Store it on the device, because the user
    ///   may leave the app to read the message.
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

    /// Sends a verification code to a phone that is enrolled as a second factor.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: One of ``MultiFactorResolver/hints``.
    ///   - multiFactorSession: ``MultiFactorResolver/session``.
    /// - Returns: The verification id.
    /// - Throws: ``AuthErrorCode/missingMultiFactorSession`` without a session, ``AuthErrorCode/invalidMultiFactorSession``,
    ///   ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/tooManyRequests``, ``AuthErrorCode/quotaExceeded``.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession?
    ) async throws -> String {
        guard let multiFactorSession else { throw AuthError.make(.missingMultiFactorSession) }
        return try await multiFactorSession.sendCode(to: multiFactorInfo)
    }

    /// Creates a credential from a verification id and the code that the phone received.
    public func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(.code(verificationCode, verificationID: verificationID))
    }

    /// Returns the verification id of a response.
    ///
    /// - Throws: ``AuthErrorCode/internalError`` if the response lacks it.
    static func verificationID(_ sessionInfo: String?) throws -> String {
        guard let sessionInfo, !sessionInfo.isEmpty else {
            throw AuthError.make(.internalError, reason: "The server's response lacks the verification id.")
        }
        return sessionInfo
    }
}

extension AuthBackend.Operation {
    fileprivate static let sendVerificationCode = Self(path: "/v1/accounts:sendVerificationCode")
}
