/// An error code of Firebase 2.x: the `code` of every `NSError` of a failed sign-in.
public enum FAuthenticationError: Int, Sendable, CaseIterable {
    /// The project does not allow this sign-in method.
    case providerDisabled = -1
    /// The provider or this client is not configured correctly.
    case invalidConfiguration = -2
    /// The origin of the sign-in is not authorized.
    case invalidOrigin = -3
    /// The provider does not exist.
    case invalidProvider = -4
    /// The email address is malformed.
    case invalidEmail = -5
    /// The password is wrong.
    case invalidPassword = -6
    /// The token is invalid or has expired.
    case invalidToken = -7
    /// The account does not exist.
    case userDoesNotExist = -8
    /// Another account uses the email address.
    case emailTaken = -9
    /// The user denied the sign-in, or may not sign in.
    case deniedByUser = -10
    /// The provider rejected the credential; or the email address or the password is wrong, and the server does not say which.
    case invalidCredentials = -11
    /// A parameter is missing or malformed.
    case invalidArguments = -12
    /// The provider failed.
    case providerError = -13
    /// Too many attempts, accounts or emails.
    case limitsExceeded = -14
    /// The server cannot be reached.
    case networkError = -15
    /// Another sign-in or a sign-out started before this sign-in completed.
    case preempted = -16
    /// Any other error.
    case unknown = -9999
}

// The Swift 2 names.
extension FAuthenticationError {
    /// The Swift 2 name of ``providerDisabled``.
    public static let ProviderDisabled = Self.providerDisabled
    /// The Swift 2 name of ``invalidConfiguration``.
    public static let InvalidConfiguration = Self.invalidConfiguration
    /// The Swift 2 name of ``invalidOrigin``.
    public static let InvalidOrigin = Self.invalidOrigin
    /// The Swift 2 name of ``invalidProvider``.
    public static let InvalidProvider = Self.invalidProvider
    /// The Swift 2 name of ``invalidEmail``.
    public static let InvalidEmail = Self.invalidEmail
    /// The Swift 2 name of ``invalidPassword``.
    public static let InvalidPassword = Self.invalidPassword
    /// The Swift 2 name of ``invalidToken``.
    public static let InvalidToken = Self.invalidToken
    /// The Swift 2 name of ``userDoesNotExist``.
    public static let UserDoesNotExist = Self.userDoesNotExist
    /// The Swift 2 name of ``emailTaken``.
    public static let EmailTaken = Self.emailTaken
    /// The Swift 2 name of ``deniedByUser``.
    public static let DeniedByUser = Self.deniedByUser
    /// The Swift 2 name of ``invalidCredentials``.
    public static let InvalidCredentials = Self.invalidCredentials
    /// The Swift 2 name of ``invalidArguments``.
    public static let InvalidArguments = Self.invalidArguments
    /// The Swift 2 name of ``providerError``.
    public static let ProviderError = Self.providerError
    /// The Swift 2 name of ``limitsExceeded``.
    public static let LimitsExceeded = Self.limitsExceeded
    /// The Swift 2 name of ``networkError``.
    public static let NetworkError = Self.networkError
    /// The Swift 2 name of ``preempted``.
    public static let Preempted = Self.preempted
    /// The Swift 2 name of ``unknown``.
    public static let Unknown = Self.unknown
}
