/// What a one-time code is for (`requestType`).
///
/// Google's JSON mapping lets a client send the number of the value in place of its name, and the Android client does; both are read,
/// the name is written.
public struct OobRequestType: RawRepresentable, Hashable, Sendable, Codable {
    /// The name on the wire.
    public let rawValue: String

    /// Takes a name, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing was asked for.
    public static let unspecified = Self(rawValue: "OOB_REQ_TYPE_UNSPECIFIED")
    /// A new password.
    public static let passwordReset = Self(rawValue: "PASSWORD_RESET")
    /// The confirmation of an account's address.
    public static let verifyEmail = Self(rawValue: "VERIFY_EMAIL")
    /// The return to a former address.
    public static let recoverEmail = Self(rawValue: "RECOVER_EMAIL")
    /// A sign-in.
    public static let emailSignIn = Self(rawValue: "EMAIL_SIGNIN")
    /// The confirmation of a new address.
    public static let verifyAndChangeEmail = Self(rawValue: "VERIFY_AND_CHANGE_EMAIL")
    /// The removal of a second factor.
    public static let revertSecondFactorAddition = Self(rawValue: "REVERT_SECOND_FACTOR_ADDITION")

    private static let byNumber: [Self] = [
        .unspecified, .passwordReset, Self(rawValue: "OLD_EMAIL_AGREE"), Self(rawValue: "NEW_EMAIL_ACCEPT"), .verifyEmail,
        .recoverEmail, .emailSignIn, .verifyAndChangeEmail, .revertSecondFactorAddition,
    ]

    /// Reads a name or a number.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if let number = Int(text), Self.byNumber.indices.contains(number) {
            self = Self.byNumber[number]
        } else {
            self.init(rawValue: text)
        }
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// The body of `accounts:sendOobCode`: which code is to be sent to whom, and where its link leads on to.
public struct SendOobCodeRequest: Codable, Equatable, Sendable {
    /// What the code is for.
    public var requestType: OobRequestType?
    /// The address to send it to, where nobody is signed in.
    public var email: String?
    /// The session whose address is confirmed or changed.
    public var idToken: String?
    /// The new address to confirm.
    public var newEmail: String?
    /// Where the person goes on afterwards; a host that the project authorized.
    public var continueUrl: String?
    /// The app that may handle the link; read and not used.
    public var iOSBundleId: String?
    /// The app in Apple's store; read and not used.
    public var iOSAppStoreId: String?
    /// The app that may handle the link; read and not used.
    public var androidPackageName: String?
    /// Whether the app is to be installed; read and not used.
    public var androidInstallApp: Bool?
    /// The least version of the app; read and not used.
    public var androidMinimumVersion: String?
    /// The name that the JavaScript client gives to the least version.
    public var androidMinimumVersionCode: String?
    /// Whether the app applies the code itself.
    public var canHandleCodeInApp: Bool?
    /// The host of the link; nothing but the server's own is possible.
    public var linkDomain: String?
    /// A host of Firebase Dynamic Links, which ended in 2025; refused.
    public var dynamicLinkDomain: String?
    /// Whether the link is returned in place of being sent; for administrators only.
    public var returnOobLink: Bool?
    /// A reCAPTCHA token; read and not used.
    public var captchaResp: String?
    /// A reCAPTCHA challenge; read and not used.
    public var challenge: String?
    /// `CLIENT_TYPE_WEB`, `CLIENT_TYPE_IOS` or `CLIENT_TYPE_ANDROID`.
    public var clientType: String?
    /// The reCAPTCHA generation; read and not used.
    public var recaptchaVersion: String?
    /// The person's address as a back end sees it; read and not used.
    public var userIp: String?
    /// The tenant of the project.
    public var tenantId: String?
    /// The project, where a program administers several.
    public var targetProjectId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        requestType: OobRequestType? = nil, email: String? = nil, idToken: String? = nil, newEmail: String? = nil,
        continueUrl: String? = nil, iOSBundleId: String? = nil, iOSAppStoreId: String? = nil,
        androidPackageName: String? = nil, androidInstallApp: Bool? = nil, androidMinimumVersion: String? = nil,
        androidMinimumVersionCode: String? = nil, canHandleCodeInApp: Bool? = nil, linkDomain: String? = nil,
        dynamicLinkDomain: String? = nil, returnOobLink: Bool? = nil, captchaResp: String? = nil,
        challenge: String? = nil, clientType: String? = nil, recaptchaVersion: String? = nil, userIp: String? = nil,
        tenantId: String? = nil, targetProjectId: String? = nil
    ) {
        self.requestType = requestType
        self.email = email
        self.idToken = idToken
        self.newEmail = newEmail
        self.continueUrl = continueUrl
        self.iOSBundleId = iOSBundleId
        self.iOSAppStoreId = iOSAppStoreId
        self.androidPackageName = androidPackageName
        self.androidInstallApp = androidInstallApp
        self.androidMinimumVersion = androidMinimumVersion
        self.androidMinimumVersionCode = androidMinimumVersionCode
        self.canHandleCodeInApp = canHandleCodeInApp
        self.linkDomain = linkDomain
        self.dynamicLinkDomain = dynamicLinkDomain
        self.returnOobLink = returnOobLink
        self.captchaResp = captchaResp
        self.challenge = challenge
        self.clientType = clientType
        self.recaptchaVersion = recaptchaVersion
        self.userIp = userIp
        self.tenantId = tenantId
        self.targetProjectId = targetProjectId
    }
}

/// The answer to `accounts:sendOobCode`.
public struct SendOobCodeReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The address that was named, or that of the session's account.
    public var email: String?
    /// The code; for administrators only.
    public var oobCode: String?
    /// The link; for administrators only.
    public var oobLink: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#GetOobConfirmationCodeResponse", email: String? = nil,
        oobCode: String? = nil, oobLink: String? = nil
    ) {
        self.kind = kind
        self.email = email
        self.oobCode = oobCode
        self.oobLink = oobLink
    }
}
