/// What went wrong with a sign-in, by the numbers of Firebase 2.x. Every such failure is an `NSError` whose `code` is one of them.
public enum FAuthenticationError: Int, Sendable, CaseIterable {
    /// The project does not let people sign in this way.
    case providerDisabled = -1
    /// The provider, or this client, is not configured as it should be.
    case invalidConfiguration = -2
    /// The app may not sign people in from here.
    case invalidOrigin = -3
    /// There is no such provider.
    case invalidProvider = -4
    /// The text is no address.
    case invalidEmail = -5
    /// The password is not the one of the account.
    case invalidPassword = -6
    /// The token is no good, or over.
    case invalidToken = -7
    /// There is no such account.
    case userDoesNotExist = -8
    /// Another account has the address.
    case emailTaken = -9
    /// The person said no, or may not sign in.
    case deniedByUser = -10
    /// The provider does not accept what was sent; or address or password is wrong, and the server does not say which.
    case invalidCredentials = -11
    /// Something is missing or malformed.
    case invalidArguments = -12
    /// The provider could not do it.
    case providerError = -13
    /// Too many tries, accounts or mails.
    case limitsExceeded = -14
    /// The server cannot be reached.
    case networkError = -15
    /// Another sign-in, or a sign-out, began before this one had ended.
    case preempted = -16
    /// Anything else.
    case unknown = -9999
}

// The spellings of Swift 2.
extension FAuthenticationError {
    public static let ProviderDisabled = Self.providerDisabled
    public static let InvalidConfiguration = Self.invalidConfiguration
    public static let InvalidOrigin = Self.invalidOrigin
    public static let InvalidProvider = Self.invalidProvider
    public static let InvalidEmail = Self.invalidEmail
    public static let InvalidPassword = Self.invalidPassword
    public static let InvalidToken = Self.invalidToken
    public static let UserDoesNotExist = Self.userDoesNotExist
    public static let EmailTaken = Self.emailTaken
    public static let DeniedByUser = Self.deniedByUser
    public static let InvalidCredentials = Self.invalidCredentials
    public static let InvalidArguments = Self.invalidArguments
    public static let ProviderError = Self.providerError
    public static let LimitsExceeded = Self.limitsExceeded
    public static let NetworkError = Self.networkError
    public static let Preempted = Self.preempted
    public static let Unknown = Self.unknown
}
