import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
import LatchkeyWeb

/// An error in the form of Firebase 2.x and Simple Login. The status is 200, because first-generation clients read only the JSON and treat
/// any other status as a server failure.
struct LegacyRefusal: Error {
    enum Code: String {
        case authenticationDisabled = "AUTHENTICATION_DISABLED"
        case emailTaken = "EMAIL_TAKEN"
        case invalidArguments = "INVALID_ARGUMENTS"
        case invalidConfiguration = "INVALID_CONFIGURATION"
        case invalidCredentials = "INVALID_CREDENTIALS"
        case invalidEmail = "INVALID_EMAIL"
        case invalidOrigin = "INVALID_ORIGIN"
        case invalidPassword = "INVALID_PASSWORD"
        case invalidProvider = "INVALID_PROVIDER"
        case invalidUser = "INVALID_USER"
        case limitsExceeded = "LIMITS_EXCEEDED"
        case providerError = "PROVIDER_ERROR"
        case unknown = "UNKNOWN_ERROR"
        case userDenied = "USER_DENIED"
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static let secondFactor = LegacyRefusal(.authenticationDisabled, "This account has a second factor, which the client does not support.")

    /// Creates the error for the client; nil for a server fault.
    init?(_ error: any Error) {
        switch error {
        case let refusal as LegacyRefusal: self = refusal
        case let error as SignInError:
            if error.isServerFault { return nil }
            self.init(Self.code(of: error.code), error.message ?? Self.text(of: error.code))
        case let error as OAuthError: self.init(Self.code(of: error), error.publicDetail)
        case is TooManyAttempts, is HashingPoolFull: self.init(.limitsExceeded, Self.tooOften)
        case is LegacyTokenError: self.init(.invalidConfiguration, "The project is not configured for sign-in with this client.")
        default: return nil
        }
    }

    var response: Response {
        get throws {
            try Response.json(
                ClaimValue.object(["error": .object(["code": .string(code.rawValue), "message": .string(message)])]))
        }
    }

    /// Returns the message for a code. These clients show it to users unchanged.
    private static func text(of code: SignInError.Code) -> String {
        switch code {
        case .emailExists: "The specified email address is already in use."
        case .emailNotFound, .userNotFound: "The specified user does not exist."
        case .invalidPassword: "The specified password is incorrect."
        case .invalidLoginCredentials: "The specified email address or password is incorrect."
        case .userDisabled: "This account is disabled."
        case .operationNotAllowed, .adminOnlyOperation, .passwordLoginDisabled: "The project does not allow this."
        case .tooManyAttempts, .quotaExceeded, .resetPasswordExceedLimit: tooOften
        default: code.rawValue
        }
    }

    private static let tooOften = "Too many attempts. Try again later."

    private static func code(of error: OAuthError) -> Code {
        switch error.code {
        case .providerUnavailable, .addressRefused, .malformedReply: .providerError
        case .rateLimited: .limitsExceeded
        case .accessDenied, .userSuspended, .accountLocked: .userDenied
        default: .invalidCredentials
        }
    }

    private static func code(of code: SignInError.Code) -> Code {
        switch code {
        case .emailExists, .federatedUserIDAlreadyLinked: .emailTaken
        case .emailNotFound, .userNotFound: .invalidUser
        case .invalidLoginCredentials, .invalidPassword, .weakPassword, .passwordDoesNotMeetRequirements, .missingPassword: .invalidPassword
        case .invalidEmail, .missingEmail: .invalidEmail
        case .operationNotAllowed, .adminOnlyOperation, .passwordLoginDisabled: .authenticationDisabled
        case .invalidIdpResponse: .invalidCredentials
        case .userDisabled: .userDenied
        case .tooManyAttempts, .quotaExceeded, .resetPasswordExceedLimit: .limitsExceeded
        default: code.rawValue == "INVALID_PROVIDER_ID" ? .invalidProvider : .unknown
        }
    }
}
