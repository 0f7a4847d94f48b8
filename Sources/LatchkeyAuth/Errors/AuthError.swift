import Foundation
import LatchkeyWire

/// Creates the errors that this module reports.
enum AuthError {
    /// Creates an error.
    ///
    /// - Parameters:
    ///   - description: Replaces the code's default description where that would be misleading.
    ///   - reason: The specific cause, for the failure reason.
    static func make(
        _ code: AuthErrorCode, description: String? = nil, reason: String? = nil, email: String? = nil,
        credential: AuthCredential? = nil, resolver: MultiFactorResolver? = nil, underlying: (any Error)? = nil
    ) -> NSError {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description ?? code.explanation,
            AuthErrorUserInfoNameKey: code.name,
        ]
        userInfo[NSLocalizedFailureReasonErrorKey] = reason
        userInfo[AuthErrorUserInfoEmailKey] = email
        userInfo[AuthErrorUserInfoUpdatedCredentialKey] = credential
        userInfo[AuthErrorUserInfoMultiFactorResolverKey] = resolver
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: AuthErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Creates the error for a response that is not 2xx.
    static func make(from envelope: WireErrorEnvelope, httpStatus: Int) -> NSError {
        let message = envelope.parsedMessage
        let code =
            AuthErrorCode(message.code) ?? byReason(envelope) ?? (httpStatus == 429 ? .tooManyRequests : .internalError)
        if code == .blockingCloudFunctionError {
            return make(code, reason: message.detail.flatMap(messageOfFunction) ?? message.detail)
        }
        // The server's code would be lost if it has no number of its own, so the failure reason contains the whole message.
        let known = AuthErrorCode(message.code) != nil
        return make(code, reason: known ? message.detail : envelope.message)
    }

    private static func byReason(_ envelope: WireErrorEnvelope) -> AuthErrorCode? {
        for case let reason? in envelope.errors.map(\.reason) {
            if reason.hasPrefix("keyInvalid") { return .invalidAPIKey }
            if reason == "ipRefererBlocked" { return .appNotAuthorized }
        }
        return nil
    }

    /// Returns the message of a blocking function from the JSON object in the detail: `... {"error":{"message":"why"}}`.
    private static func messageOfFunction(_ detail: String) -> String? {
        guard let start = detail.firstIndex(of: "{"), let end = detail.lastIndex(of: "}"), start < end,
            let reply = try? WireDecoder.decode(WireErrorEnvelope.self, from: Array(detail[start...end].utf8))
        else { return nil }
        return reply.message
    }
}

extension Error {
    /// The code, if this is an error of this module.
    var authErrorCode: AuthErrorCode? {
        let error = self as NSError
        return error.domain == AuthErrorDomain ? AuthErrorCode(rawValue: error.code) : nil
    }
}
