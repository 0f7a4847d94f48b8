public import Foundation

/// An alert about a failed sign-in, with what the user can do next.
public struct SignInAlert: Sendable, Equatable, Identifiable {
    /// The next step that an app offers besides "OK".
    public enum NextStep: Sendable, Equatable {
        /// No further step.
        case none
        /// Try again, with other input or later.
        case tryAgain
        /// Create an account at the provider first.
        case signUp(URL)
        /// Sign in to the account that has the email address with one of these methods, then link the new credential.
        case signInToExisting(email: String, methods: [String])
        /// Allow the app to access the accounts of the device.
        case allowAccess
    }

    /// The title of the alert.
    public let title: String
    /// The description of the failure and of the remedy.
    public let message: String
    /// The step that the app offers.
    public let nextStep: NextStep

    /// The title and the message.
    public var id: String { title + message }

    /// Creates an alert.
    public init(title: String, message: String, nextStep: NextStep = .none) {
        self.title = title
        self.message = message
        self.nextStep = nextStep
    }
}

extension SignInAlert {
    /// Creates the alert for an error; `nil` if the user canceled.
    public init?(_ error: any Error) {
        if error is CancellationError { return nil }
        let failure = error as NSError
        guard let code = error.authErrorCode else {
            self.init(title: "Not signed in", message: failure.localizedDescription, nextStep: .tryAgain)
            return
        }
        let message = code.explanation
        switch code {
        case .webContextCancelled: return nil
        case .networkError, .webNetworkRequestFailed:
            self.init(title: "No connection", message: message, nextStep: .tryAgain)
        case .accountExistsWithDifferentCredential:
            let email = failure.userInfo[AuthErrorUserInfoEmailKey] as? String ?? ""
            self.init(title: "You have an account", message: message, nextStep: .signInToExisting(email: email, methods: []))
        case .wrongPassword, .invalidCredential, .invalidEmail, .userNotFound, .weakPassword, .invalidVerificationCode, .tooManyRequests:
            self.init(title: "Not signed in", message: message, nextStep: .tryAgain)
        default:
            self.init(title: "Not signed in", message: message)
        }
    }

    /// Returns the alert for a device without an account of a kind.
    static func noAccount(of type: DeviceAccountType) -> SignInAlert {
        let name = type.accountTypeDescription
        let page = URL(string: "https://twitter.com/signup")
        return SignInAlert(
            title: "No \(name) account",
            message: "There is no \(name) account on this device. Sign up at \(name), or add one that you have.",
            nextStep: type == .twitter ? page.map(NextStep.signUp) ?? .none : .none)
    }

    /// Returns the alert for denied access to the device's accounts.
    static func accessDenied(to type: DeviceAccountType) -> SignInAlert {
        let name = type.accountTypeDescription
        return SignInAlert(
            title: "No access to \(name)", message: "This app may not see the \(name) accounts of this device. Allow it in the settings.",
            nextStep: .allowAccess)
    }
}
