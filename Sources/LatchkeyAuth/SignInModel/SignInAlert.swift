public import Foundation

/// What a person is told when a sign-in did not work, and what they can do about it.
public struct SignInAlert: Sendable, Equatable, Identifiable {
    /// What an app offers beside "OK".
    public enum NextStep: Sendable, Equatable {
        /// Nothing but to read it.
        case none
        /// The same once more, with other input or later.
        case tryAgain
        /// To make an account at the provider first.
        case signUp(URL)
        /// To sign in to the account that has the address already, by one of these ways, and to link the new one then.
        case signInToExisting(email: String, methods: [String])
        /// To let the app see the accounts of the device.
        case allowAccess
    }

    /// A few words.
    public let title: String
    /// What happened, and what to do.
    public let message: String
    public let nextStep: NextStep

    public var id: String { title + message }

    public init(title: String, message: String, nextStep: NextStep = .none) {
        self.title = title
        self.message = message
        self.nextStep = nextStep
    }
}

extension SignInAlert {
    /// What a person is told about an error; `nil` for none at all: who cancels knows it.
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

    /// There is no account of a kind on this device.
    static func noAccount(of type: DeviceAccountType) -> SignInAlert {
        let name = type.accountTypeDescription
        let page = URL(string: "https://twitter.com/signup")
        return SignInAlert(
            title: "No \(name) account",
            message: "There is no \(name) account on this device. Sign up at \(name), or add one that you have.",
            nextStep: type == .twitter ? page.map(NextStep.signUp) ?? .none : .none)
    }

    /// The person does not let the app see their accounts.
    static func accessDenied(to type: DeviceAccountType) -> SignInAlert {
        let name = type.accountTypeDescription
        return SignInAlert(
            title: "No access to \(name)", message: "This app may not see the \(name) accounts of this device. Allow it in the settings.",
            nextStep: .allowAccess)
    }
}
