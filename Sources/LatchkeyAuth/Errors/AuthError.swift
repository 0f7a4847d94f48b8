import Foundation
import LatchkeyWire

/// Makes the errors that leave this module.
enum AuthError {
    /// - Parameters:
    ///   - description: What stands in place of the code's own sentence, which would mislead.
    ///   - reason: What exactly happened, for the failure reason.
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

    /// The error for a reply that is not 2xx.
    static func make(from envelope: WireErrorEnvelope, httpStatus: Int) -> NSError {
        let message = envelope.parsedMessage
        let code =
            AuthErrorCode(message.code) ?? byReason(envelope) ?? (httpStatus == 429 ? .tooManyRequests : .internalError)
        if code == .blockingCloudFunctionError {
            return make(code, reason: message.detail.flatMap(messageOfFunction) ?? message.detail)
        }
        // A code without a number of its own must stay visible, so the whole message is the reason.
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

    /// A blocking function's answer is text with a JSON object in it: `... {"error":{"message":"why"}}`.
    private static func messageOfFunction(_ detail: String) -> String? {
        guard let start = detail.firstIndex(of: "{"), let end = detail.lastIndex(of: "}"), start < end,
            let answer = try? WireDecoder.decode(WireErrorEnvelope.self, from: Array(detail[start...end].utf8))
        else { return nil }
        return answer.message
    }
}

extension Error {
    /// The code, when this is an error of this module.
    var authErrorCode: AuthErrorCode? {
        let error = self as NSError
        return error.domain == AuthErrorDomain ? AuthErrorCode(rawValue: error.code) : nil
    }
}
