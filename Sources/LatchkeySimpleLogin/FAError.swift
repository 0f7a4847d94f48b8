/// What went wrong, by the numbers of Simple Login. Every failure is an `NSError` of ``FirebaseSimpleLoginErrorDomain`` with one as code.
public struct FAError: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let userDoesNotExist = Self(rawValue: -1)
    /// Also when the server does not say whether address or password is wrong.
    public static let invalidPassword = Self(rawValue: -2)
    public static let accessNotGranted = Self(rawValue: -3)
    public static let accountNotFound = Self(rawValue: -4)
    public static let authenticationProviderNotEnabled = Self(rawValue: -5)
    public static let invalidEmail = Self(rawValue: -6)
    public static let badSystemToken = Self(rawValue: -7)
    /// Anything else; the text begins with the server's word, for example `EMAIL_TAKEN`.
    public static let unknown = Self(rawValue: -9999)

    /// The number, as Swift 1 imported it.
    public var value: Int32 { rawValue }
}

// The names in C.
public let FAErrorUserDoesNotExist = FAError.userDoesNotExist
public let FAErrorInvalidPassword = FAError.invalidPassword
public let FAErrorAccessNotGranted = FAError.accessNotGranted
public let FAErrorAccountNotFound = FAError.accountNotFound
public let FAErrorAuthenticationProviderNotEnabled = FAError.authenticationProviderNotEnabled
public let FAErrorInvalidEmail = FAError.invalidEmail
public let FAErrorBadSystemToken = FAError.badSystemToken
public let FAErrorUnknown = FAError.unknown
