/// The purpose of a one-time code (`requestType`).
///
/// Google's JSON mapping lets clients send a number in place of a name, and the Android client does so. Both are decoded; the name is
/// encoded.
public struct OobRequestType: NumberedName {
    /// The name on the wire.
    public let rawValue: String

    /// Creates a value from a name, which may be unknown.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Unspecified.
    public static let unspecified = Self(rawValue: "OOB_REQ_TYPE_UNSPECIFIED")
    /// A password reset.
    public static let passwordReset = Self(rawValue: "PASSWORD_RESET")
    /// The verification of an account's email address.
    public static let verifyEmail = Self(rawValue: "VERIFY_EMAIL")
    /// The recovery of a former email address.
    public static let recoverEmail = Self(rawValue: "RECOVER_EMAIL")
    /// A sign-in.
    public static let emailSignIn = Self(rawValue: "EMAIL_SIGNIN")
    /// The verification of a new email address.
    public static let verifyAndChangeEmail = Self(rawValue: "VERIFY_AND_CHANGE_EMAIL")
    /// The removal of a second factor.
    public static let revertSecondFactorAddition = Self(rawValue: "REVERT_SECOND_FACTOR_ADDITION")

    /// The names in the order of their numbers.
    public static let namesByNumber = [
        "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL", "RECOVER_EMAIL",
        "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
    ]
}

/// The request body of `accounts:sendOobCode`: the type of the code, its recipient, and the continue URL of its link.
public struct SendOobCodeRequest: Codable, Equatable, Sendable {
    /// The purpose of the code.
    public var requestType: OobRequestType?
    /// The email address of the recipient, if no user is signed in.
    public var email: String?
    /// The ID token of the account with the email address to verify or change.
    public var idToken: String?
    /// The new email address to verify.
    public var newEmail: String?
    /// The continue URL, on a host that the project has authorized.
    public var continueUrl: String?
    /// The app that can handle the link; ignored.
    public var iOSBundleId: String?
    /// The app in the App Store; ignored.
    public var iOSAppStoreId: String?
    /// The app that can handle the link; ignored.
    public var androidPackageName: String?
    /// Whether to install the app; ignored.
    public var androidInstallApp: Bool?
    /// The minimum version of the app; ignored.
    public var androidMinimumVersion: String?
    /// The minimum version of the app, in the member that the JavaScript client sends.
    public var androidMinimumVersionCode: String?
    /// Whether the app applies the code itself.
    public var canHandleCodeInApp: Bool?
    /// The host of the link; only the host of the server is supported.
    public var linkDomain: String?
    /// A host of Firebase Dynamic Links, which ended in 2025; rejected.
    public var dynamicLinkDomain: String?
    /// Whether to return the link instead of sending it; for administrators only.
    public var returnOobLink: Bool?
    /// A reCAPTCHA token; ignored.
    public var captchaResp: String?
    /// A reCAPTCHA challenge; ignored.
    public var challenge: String?
    /// The client type: `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    public var clientType: String?
    /// The reCAPTCHA version; ignored.
    public var recaptchaVersion: String?
    /// The IP address of the user as reported by a backend; ignored.
    public var userIp: String?
    /// The tenant ID.
    public var tenantId: String?
    /// The project, for programs that administer several projects.
    public var targetProjectId: String?

    package init(requestType: OobRequestType? = nil, email: String? = nil, idToken: String? = nil, newEmail: String? = nil) {
        self.requestType = requestType
        self.email = email
        self.idToken = idToken
        self.newEmail = newEmail
    }
}

/// The response of `accounts:sendOobCode`.
public struct SendOobCodeReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#GetOobConfirmationCodeResponse"
    /// The email address from the request, or that of the account.
    public var email: String?
    /// The code; for administrators only.
    public var oobCode: String?
    /// The link; for administrators only.
    public var oobLink: String?

    package init(email: String? = nil, oobCode: String? = nil, oobLink: String? = nil) {
        self.email = email
        self.oobCode = oobCode
        self.oobLink = oobLink
    }
}
