package import Foundation
import LatchkeyAuth
import LatchkeyDatabase

/// The domain of this module's errors about sign-ins. What the one of Firebase 2.x was called is not known any more.
public let FirebaseErrorDomain = "Firebase"

/// Makes the errors that leave this module.
package enum FirebaseError {
    /// The domain of the generation before, whose errors come through here.
    package static let simpleLoginDomain = "FirebaseSimpleLogin"

    package static func make(
        _ code: FAuthenticationError, _ text: String? = nil, underlying: (any Error)? = nil
    ) -> NSError {
        var (name, sentence) = code.explanation
        // Most programs show this sentence alone, and these are mended by who knows the cause.
        if [.unknown, .invalidConfiguration, .networkError].contains(code), let text { sentence = text }
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: "(Error Code: \(name)) \(sentence)"]
        userInfo["details"] = text
        userInfo[NSLocalizedFailureReasonErrorKey] = text
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: FirebaseErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// The error that 2.x has for one of today's.
    package static func make(_ error: any Error) -> NSError {
        let failure = error as NSError
        switch failure.domain {
        case FirebaseErrorDomain, AuthHelperError.domain, simpleLoginDomain: return failure
        case AuthErrorDomain:
            let code = AuthErrorCode(rawValue: failure.code)
            return make(code.map(FAuthenticationError.init) ?? .unknown, reason(failure), underlying: error)
        case DatabaseErrorDomain:
            let isRefused =
                failure.code == DatabaseErrorCode.permissionDenied.rawValue || failure.code == DatabaseErrorCode.unknown.rawValue
            return make(isRefused ? .invalidToken : .networkError, reason(failure), underlying: error)
        default:
            if let problem = error as? FirebaseProblem { return make(.invalidConfiguration, problem.description) }
            return make(.unknown, "\(error)", underlying: error)
        }
    }

    private static func reason(_ error: NSError) -> String {
        error.localizedFailureReason ?? error.localizedDescription
    }
}

extension FAuthenticationError {
    /// The number for a code of today's client.
    init(_ code: AuthErrorCode) {
        self =
            switch code {
            case .operationNotAllowed, .adminRestrictedOperation: .providerDisabled
            case .invalidAPIKey, .appNotAuthorized, .invalidClientID: .invalidConfiguration
            case .unauthorizedDomain: .invalidOrigin
            case .invalidProviderID, .noSuchProvider: .invalidProvider
            case .invalidEmail, .missingEmail, .invalidRecipientEmail: .invalidEmail
            case .wrongPassword, .weakPassword, .passwordDoesNotMeetRequirements: .invalidPassword
            case .invalidCustomToken, .customTokenMismatch, .userTokenExpired, .invalidUserToken, .malformedJWT: .invalidToken
            case .userNotFound: .userDoesNotExist
            // The first generations never merged accounts by their addresses; a project may, and then the address is taken.
            case .emailAlreadyInUse, .accountExistsWithDifferentCredential, .credentialAlreadyInUse: .emailTaken
            case .userDisabled, .webContextCancelled, .rejectedCredential: .deniedByUser
            case .invalidCredential: .invalidCredentials
            case .webInternalError, .webNetworkRequestFailed, .webSignInUserInteractionFailure: .providerError
            case .tooManyRequests, .quotaExceeded: .limitsExceeded
            case .networkError: .networkError
            default: .unknown
            }
    }

    /// The server's word in 2.x, and a sentence.
    fileprivate var explanation: (String, String) {
        switch self {
        case .providerDisabled: ("AUTHENTICATION_DISABLED", "This way to sign in is switched off for the project.")
        case .invalidConfiguration: ("INVALID_CONFIGURATION", "The sign-in is not configured as it should be.")
        case .invalidOrigin: ("INVALID_ORIGIN", "The app may not sign people in from here.")
        case .invalidProvider: ("INVALID_PROVIDER", "There is no such provider.")
        case .invalidEmail: ("INVALID_EMAIL", "The e-mail address is not one.")
        case .invalidPassword: ("INVALID_PASSWORD", "The password is not correct.")
        case .invalidToken: ("INVALID_TOKEN", "The token is not good, or not any more.")
        case .userDoesNotExist: ("INVALID_USER", "There is no such account.")
        case .emailTaken: ("EMAIL_TAKEN", "Another account has this e-mail address.")
        case .deniedByUser: ("USER_DENIED", "The sign-in was not allowed.")
        case .invalidCredentials: ("INVALID_CREDENTIALS", "What was given to sign in with is not good.")
        case .invalidArguments: ("INVALID_ARGUMENTS", "Something is missing, or of a wrong form.")
        case .providerError: ("PROVIDER_ERROR", "The provider could not sign the person in.")
        case .limitsExceeded: ("LIMITS_EXCEEDED", "This was tried too often; try again later.")
        case .networkError: ("NETWORK_ERROR", "The server cannot be reached.")
        case .preempted: ("PREEMPTED", "Another sign-in or a sign-out came before the end of this one.")
        case .unknown: ("UNKNOWN_ERROR", "Something unexpected happened.")
        }
    }
}
