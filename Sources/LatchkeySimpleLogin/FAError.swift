/// An error code of Simple Login: the `code` of every `NSError` in ``FirebaseSimpleLoginErrorDomain``.
public struct FAError: RawRepresentable, Hashable, Sendable {
    /// The number of the code.
    public let rawValue: Int32
    /// Creates a code from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The account does not exist.
    public static let userDoesNotExist = Self(rawValue: -1)
    /// The password is wrong. Also used when the server does not say whether the email address or the password is wrong.
    public static let invalidPassword = Self(rawValue: -2)
    /// The user denied access to the accounts of the device, or the sign-in was denied.
    public static let accessNotGranted = Self(rawValue: -3)
    /// The device has no account of the provider, or the user chose none.
    public static let accountNotFound = Self(rawValue: -4)
    /// The project does not allow this sign-in method.
    public static let authenticationProviderNotEnabled = Self(rawValue: -5)
    /// The email address is malformed.
    public static let invalidEmail = Self(rawValue: -6)
    /// The system's token is invalid. Latchkey never reports this code; it exists because Simple Login had it.
    public static let badSystemToken = Self(rawValue: -7)
    /// Any other failure. The description begins with the error code of the server, for example `EMAIL_TAKEN`.
    public static let unknown = Self(rawValue: -9999)

    /// The number, under the name that Swift 1 imported.
    public var value: Int32 { rawValue }
}

// The names of the C header.
/// The C name of ``FAError/userDoesNotExist``.
public let FAErrorUserDoesNotExist = FAError.userDoesNotExist
/// The C name of ``FAError/invalidPassword``.
public let FAErrorInvalidPassword = FAError.invalidPassword
/// The C name of ``FAError/accessNotGranted``.
public let FAErrorAccessNotGranted = FAError.accessNotGranted
/// The C name of ``FAError/accountNotFound``.
public let FAErrorAccountNotFound = FAError.accountNotFound
/// The C name of ``FAError/authenticationProviderNotEnabled``.
public let FAErrorAuthenticationProviderNotEnabled = FAError.authenticationProviderNotEnabled
/// The C name of ``FAError/invalidEmail``.
public let FAErrorInvalidEmail = FAError.invalidEmail
/// The C name of ``FAError/badSystemToken``.
public let FAErrorBadSystemToken = FAError.badSystemToken
/// The C name of ``FAError/unknown``.
public let FAErrorUnknown = FAError.unknown
