public import LatchkeySecrets

/// The contents of the link in an email. The server turns it into a URL, because only it knows its own address.
public struct ActionLink: Sendable {
    /// The action of the page behind the link. Raw values are those of `mode` in the URL.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let resetPassword = Self(rawValue: "resetPassword")
        public static let verifyEmail = Self(rawValue: "verifyEmail")
        public static let signIn = Self(rawValue: "signIn")
        public static let verifyAndChangeEmail = Self(rawValue: "verifyAndChangeEmail")
        public static let recoverEmail = Self(rawValue: "recoverEmail")
        public static let revertSecondFactor = Self(rawValue: "revertSecondFactorAddition")
        /// The "this was not me" link, an addition of Latchkey.
        public static let disownEmail = Self(rawValue: "disownEmail")
    }

    public let mode: Mode
    public let code: Secret<String>
    public let apiKey: String
    public let language: String
    /// The URL where the user continues afterwards; checked when the email is requested and again when the link is opened.
    public let continueURL: String?
    public let tenant: TenantID
    /// The project of the code; `nil` if the link is built from another link.
    public let project: ProjectID?

    public init(
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
        case .verifyAndChangeEmail: .verifyAndChangeEmail
        case .recoverEmail: .recoverEmail
        case .revertSecondFactor: .revertSecondFactor
        default: nil
        }
    }
}
