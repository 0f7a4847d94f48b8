import LatchkeyIdentity

extension OutboxMessage.Kind {
    /// How pages call it.
    var shownName: String {
        switch self {
        case .passwordReset: "New password"
        case .verifyEmail: "Confirm an address"
        case .emailSignIn: "Sign in by a link"
        case .verifyAndChangeEmail: "Confirm a new address"
        case .recoverEmail: "The address was changed"
        case .revertSecondFactor: "A second step was added"
        case .newNetwork: "A session from a new network"
        case .phoneCode: "Code for a telephone"
        case .test: "Test"
        default: rawValue
        }
    }

    /// Who gets it, and when.
    var occasion: String {
        switch self {
        case .passwordReset: "To people who forgot their password: a link to choose another."
        case .verifyEmail: "To the address of an account: a link that proves that its holder reads it."
        case .emailSignIn: "To people who sign in without a password: a link that signs in."
        case .verifyAndChangeEmail: "To the new address of an account: a link after which it holds."
        case .recoverEmail: "To the address that an account had: a link that takes the change back."
        case .revertSecondFactor: "To the holder of an account: a link that takes a new second step away."
        case .newNetwork: "To the confirmed address of an account, where the project has it on: a session is used from a new network."
        case .phoneCode: "A text message with a code to type."
        case .test: "To operators, to see that messages arrive."
        default: ""
        }
    }

    /// Whether it is read on telephones, which show neither a subject nor a page.
    var isTextMessage: Bool { self == .phoneCode }
}

/// A language as its speakers call it.
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
