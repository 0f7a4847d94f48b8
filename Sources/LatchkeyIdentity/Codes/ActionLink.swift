package import LatchkeySecrets

/// The contents of the link in an email. The server turns it into a URL, because only it knows its own address.
public struct ActionLink: Sendable {
    /// The action of the page behind the link. Raw values are those of `mode` in the URL.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The value of `mode` in the link's URL, for example `resetPassword`.
        public let rawValue: String
        /// Creates a mode from the value of `mode` in a URL, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        package static let resetPassword = Self(rawValue: "resetPassword")
        package static let verifyEmail = Self(rawValue: "verifyEmail")
        package static let signIn = Self(rawValue: "signIn")
        package static let verifyAndChangeEmail = Self(rawValue: "verifyAndChangeEmail")
        package static let recoverEmail = Self(rawValue: "recoverEmail")
        package static let revertSecondFactor = Self(rawValue: "revertSecondFactorAddition")
        /// The link that finishes a sign-up, an addition of Latchkey.
        package static let signUp = Self(rawValue: "signUp")
        /// The "this was not me" link, an addition of Latchkey.
        package static let disownEmail = Self(rawValue: "disownEmail")
    }

    package let mode: Mode
    package let code: Secret<String>
    package let apiKey: String
    package let language: String
    /// The URL where the user continues afterwards; checked when the email is requested and again when the link is opened.
    package let continueURL: String?
    package let tenant: TenantID
    /// The project of the code; `nil` if the link is built from another link.
    package let project: ProjectID?

    package init(
        mode: Mode, code: Secret<String>, apiKey: String, language: String = "en", continueURL: String? = nil, tenant: TenantID = .none,
        project: ProjectID? = nil
    ) {
        self.project = project
        self.mode = mode
        self.code = code
        self.apiKey = apiKey
        self.language = language
        self.continueURL = continueURL
        self.tenant = tenant
    }
}

extension OneTimeCode.Kind {
    /// The mode of the link that carries a code of this kind.
    public var mode: ActionLink.Mode {
        switch self {
        case .passwordReset: .resetPassword
        case .verifyEmail: .verifyEmail
        case .emailSignIn: .signIn
        case .signUp: .signUp
        case .verifyAndChangeEmail: .verifyAndChangeEmail
        case .recoverEmail: .recoverEmail
        case .disownEmail: .disownEmail
        case .revertSecondFactor: .revertSecondFactor
        default: ActionLink.Mode(rawValue: rawValue)
        }
    }

    /// The message that carries a code of this kind; `nil` for kinds that another message includes.
    var message: OutboxMessage.Kind? {
        switch self {
        case .passwordReset: .passwordReset
        case .verifyEmail: .verifyEmail
        case .emailSignIn: .emailSignIn
        case .signUp: .signUp
        case .verifyAndChangeEmail: .verifyAndChangeEmail
        case .recoverEmail: .recoverEmail
        case .revertSecondFactor: .revertSecondFactor
        default: nil
        }
    }
}
