import LatchkeyIdentity

extension OutboxMessage.Kind {
    /// The name of the kind on pages.
    var shownName: String {
        switch self {
        case .passwordReset: "Password reset"
        case .verifyEmail: "E-mail verification"
        case .emailSignIn: "E-mail link sign-in"
        case .signUp: "Sign-up"
        case .accountExists: "Account exists"
        case .verifyAndChangeEmail: "E-mail address change"
        case .recoverEmail: "E-mail address changed"
        case .revertSecondFactor: "Second factor added"
        case .newNetwork: "New network alert"
        case .phoneCode: "Phone verification code"
        case .test: "Test"
        default: rawValue
        }
    }

    /// The recipient and the trigger of the message.
    var occasion: String {
        switch self {
        case .passwordReset: "Sent to users who forgot their password, with a link to choose a new one."
        case .verifyEmail: "Sent to the address of an account, with a link that verifies it."
        case .emailSignIn: "Sent to users who sign in without a password, with a sign-in link."
        case .signUp: "Sent to users who create an account on the sign-in page, with a link that finishes it."
        case .accountExists: "Sent instead of that if the address has an account, with a link to choose a new password."
        case .verifyAndChangeEmail: "Sent to the new address of an account, with a link that confirms the change."
        case .recoverEmail: "Sent to the previous address of an account, with a link that reverts the change."
        case .revertSecondFactor: "Sent to the account holder, with a link that removes the new second factor."
        case .newNetwork: "Sent to the verified address of an account when a session is used from a new network, if the project enables it."
        case .phoneCode: "A text message with a verification code."
        case .test: "Sent to operators to test delivery."
        default: ""
        }
    }

    /// Whether the message is a text message, which has neither a subject nor HTML.
    var isTextMessage: Bool { self == .phoneCode }
}

/// The native names of languages.
enum ShownLanguage {
    static func name(_ tag: String) -> String {
        switch tag {
        case "ar": "العربية"
        case "de": "Deutsch"
        case "en": "English"
        case "es": "Español"
        case "fr": "Français"
        default: tag
        }
    }
}
