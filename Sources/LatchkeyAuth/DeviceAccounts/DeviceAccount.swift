import LatchkeyOAuth
import LatchkeySecrets

/// An account at a provider that this device knows, as the settings of a phone knew Twitter accounts in iOS 5 to 10.
public struct DeviceAccount: Sendable, Hashable, Identifiable {
    /// Names the account on this device: the provider, the server and the person's id there.
    public let identifier: String
    /// The kind of account.
    public let accountType: DeviceAccountType
    /// The screen name, without the `@`.
    public let username: String
    /// The name to show; providers may tell none.
    public let userFullName: String?
    /// The person's id at the provider, where it is known.
    public let userID: String?
    /// The server whose application the token was issued to; `nil` for an account of the system, whose token opens no application.
    public let server: String?

    let token: String
    let secret: Secret<String>

    public var id: String { identifier }
    /// What tells two accounts apart for a person: the screen name with an `@`.
    public var accountDescription: String { "@" + username }

    /// - Parameter server: the address of the server whose consumer the token belongs to; `nil` for the system's own.
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

    /// The token pair, for who signs in with it.
    package var tokenPair: (token: String, secret: String) { (token, secret.expose()) }

    /// By what names the account: a newer token of the same person is the same account.
    public static func == (left: Self, right: Self) -> Bool { left.identifier == right.identifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

// The token is as good as a password.
extension DeviceAccount: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(accountDescription) (\(accountType.identifier))" }
    public var customMirror: Mirror { Mirror(self, children: ["identifier": identifier]) }
}

/// A kind of account that a device keeps.
public struct DeviceAccountType: Sendable, Hashable {
    /// Apple's name of the kind, for example `com.apple.twitter`.
    public let identifier: String

    public init(identifier: String) { self.identifier = identifier }

    /// Accounts at Twitter.
    public static let twitter = Self(identifier: "com.apple.twitter")

    /// What people call it.
    public var accountTypeDescription: String { self == .twitter ? "Twitter" : identifier }
}
