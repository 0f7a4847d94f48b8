package import Foundation
import LatchkeyAuth
import LatchkeyDatabase

/// The domain of this module's sign-in errors. The domain that Firebase 2.x used is no longer known.
public let FirebaseErrorDomain = "Firebase"

/// Creates the errors that this module reports.
package enum FirebaseError {
    /// The domain of Simple Login, the earlier generation. Its errors pass through this module.
    package static let simpleLoginDomain = "FirebaseSimpleLogin"

    package static func make(
        _ code: FAuthenticationError, _ text: String? = nil, underlying: (any Error)? = nil
    ) -> NSError {
        var (name, sentence) = code.explanation
        // Most apps show only this sentence, and the text tells the developer how to fix errors with these codes.
        if [.unknown, .invalidConfiguration, .networkError].contains(code), let text { sentence = text }
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: "(Error Code: \(name)) \(sentence)"]
        userInfo["details"] = text
        userInfo[NSLocalizedFailureReasonErrorKey] = text
        userInfo[NSUnderlyingErrorKey] = underlying
        return NSError(domain: FirebaseErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Returns the Firebase 2.x error for an error of the current clients.
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
    /// Creates the code for a code of the current client.
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
            // The first generations never merged accounts by email address. A project may do so, and then the address is taken.
            case .emailAlreadyInUse, .accountExistsWithDifferentCredential, .credentialAlreadyInUse: .emailTaken
            case .userDisabled, .webContextCancelled, .rejectedCredential: .deniedByUser
            case .invalidCredential: .invalidCredentials
            case .webInternalError, .webNetworkRequestFailed, .webSignInUserInteractionFailure: .providerError
            case .tooManyRequests, .quotaExceeded: .limitsExceeded
            case .networkError: .networkError
            default: .unknown
            }
    }

    /// The Firebase 2.x name of the code, and a sentence.
    fileprivate var explanation: (String, String) {
        switch self {
        case .providerDisabled: ("AUTHENTICATION_DISABLED", "This sign-in method is disabled for the project.")
        case .invalidConfiguration: ("INVALID_CONFIGURATION", "The sign-in is not configured correctly.")
        case .invalidOrigin: ("INVALID_ORIGIN", "The app may not sign users in from this origin.")
        case .invalidProvider: ("INVALID_PROVIDER", "The provider does not exist.")
        case .invalidEmail: ("INVALID_EMAIL", "The e-mail address is malformed.")
        case .invalidPassword: ("INVALID_PASSWORD", "The password is not correct.")
        case .invalidToken: ("INVALID_TOKEN", "The token is invalid or has expired.")
        case .userDoesNotExist: ("INVALID_USER", "There is no such account.")
        case .emailTaken: ("EMAIL_TAKEN", "Another account has this e-mail address.")
        case .deniedByUser: ("USER_DENIED", "The sign-in was not allowed.")
        case .invalidCredentials: ("INVALID_CREDENTIALS", "The credentials are invalid.")
        case .invalidArguments: ("INVALID_ARGUMENTS", "A parameter is missing or malformed.")
        case .providerError: ("PROVIDER_ERROR", "The provider could not sign the user in.")
        case .limitsExceeded: ("LIMITS_EXCEEDED", "There were too many attempts; try again later.")
        case .networkError: ("NETWORK_ERROR", "The server cannot be reached.")
        case .preempted: ("PREEMPTED", "Another sign-in or a sign-out started before this one completed.")
        case .unknown: ("UNKNOWN_ERROR", "Something unexpected happened.")
        }
    }
}
