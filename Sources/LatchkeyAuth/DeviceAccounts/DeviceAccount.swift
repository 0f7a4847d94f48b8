import LatchkeyOAuth
import LatchkeySecrets

/// A provider account that is stored on this device, like the Twitter accounts in the settings of iOS 5 to 10.
public struct DeviceAccount: Sendable, Hashable, Identifiable {
    /// The identifier of the account on this device, made of the provider, the server and the user's id.
    public let identifier: String
    /// The kind of account.
    public let accountType: DeviceAccountType
    /// The screen name, without the `@`.
    public let username: String
    /// The display name, if the provider supplies one.
    public let userFullName: String?
    /// The user's id at the provider, if known.
    public let userID: String?
    /// The server with the application that the token was issued to; `nil` for a system account.
    public let server: String?

    let token: String
    let secret: Secret<String>

    /// The ``identifier``.
    public var id: String { identifier }
    /// The screen name with an `@`, for telling accounts apart.
    public var accountDescription: String { "@" + username }

    /// Creates an account.
    ///
    /// - Parameter server: The URL of the server that issued the token's consumer key; `nil` for a system account.
    package init(
        accountType: DeviceAccountType = .twitter, username: String, userFullName: String? = nil, userID: String? = nil, server: String?,
        token: String, secret: String
    ) {
        self.accountType = accountType
        self.username = username
        self.userFullName = userFullName
        self.userID = userID
        self.server = server
        self.token = token
        self.secret = Secret(secret)
        identifier = [accountType.identifier, server ?? "system", userID ?? username].joined(separator: " ")
    }

    /// The token and its secret, for signing in.
    package var tokenPair: (token: String, secret: String) { (token, secret.expose()) }

    /// Compares identifiers: a newer token of the same user is the same account.
    public static func == (left: Self, right: Self) -> Bool { left.identifier == right.identifier }
    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

// Descriptions omit the token, which is as sensitive as a password.
extension DeviceAccount: CustomStringConvertible, CustomReflectable {
    /// The account without its token.
    public var description: String { "\(accountDescription) (\(accountType.identifier))" }
    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: ["identifier": identifier]) }
}

/// A kind of account that a device keeps.
public struct DeviceAccountType: Sendable, Hashable {
    /// Apple's identifier of the kind, for example `com.apple.twitter`.
    public let identifier: String

    /// Creates a kind from its identifier.
    public init(identifier: String) { self.identifier = identifier }

    /// Twitter accounts.
    public static let twitter = Self(identifier: "com.apple.twitter")

    /// The name of the kind for users.
    public var accountTypeDescription: String { self == .twitter ? "Twitter" : identifier }
}
