public import LatchkeySecrets

/// What the link in a mail carries. The server, which knows its own address, makes a URL of it.
public struct ActionLink: Sendable {
    /// What the page behind the link does; the texts are those of `mode` in the URL.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let resetPassword = Self(rawValue: "resetPassword")
        public static let verifyEmail = Self(rawValue: "verifyEmail")
        public static let signIn = Self(rawValue: "signIn")
        public static let verifyAndChangeEmail = Self(rawValue: "verifyAndChangeEmail")
        public static let recoverEmail = Self(rawValue: "recoverEmail")
        public static let revertSecondFactor = Self(rawValue: "revertSecondFactorAddition")
        /// "This was not me". Latchkey's own.
        public static let disownEmail = Self(rawValue: "disownEmail")
    }

    public let mode: Mode
    public let code: Secret<String>
    public let apiKey: String
    public let language: String
    /// Where the person goes on afterwards; checked when the mail was asked for, and again when the link is opened.
    public let continueURL: String?
    public let tenant: TenantID
    /// The project of the code; absent if the link is built from another link.
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
    /// The mode of the link that carries such a code.
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

    /// The mail that carries such a code; `nil` where it goes along in another one.
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
