/// The scope of an access token, with Google's names (RFC 6749, section 3.3).
public struct AccessScope: RawRepresentable, Hashable, Sendable {
    /// The URL of the scope, as in `scope` of a token request.
    public let rawValue: String
    /// Creates a scope from a URL, which may be unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    package static let cloudPlatform = AccessScope(rawValue: "https://www.googleapis.com/auth/cloud-platform")
    package static let firebase = AccessScope(rawValue: "https://www.googleapis.com/auth/firebase")
    package static let identityToolkit = AccessScope(rawValue: "https://www.googleapis.com/auth/identitytoolkit")
    /// Access to databases only.
    package static let firebaseDatabase = AccessScope(rawValue: "https://www.googleapis.com/auth/firebase.database")

    /// The scopes that permit the administration of accounts.
    static let accounts: Set<AccessScope> = [.cloudPlatform, .firebase, .identityToolkit]
    /// The scopes that permit everything in the project's databases. Those for accounts are included, because an administrator of accounts
    /// can create an account with access anyway.
    static let databases: Set<AccessScope> = accounts.union([.firebaseDatabase])
    /// All scopes with an effect. Other requested scopes, such as `userinfo.email`, are ignored and not stored.
    static let known: Set<AccessScope> = databases
}

/// The area that a client with an access token addresses.
package enum AdministeredArea: Sendable {
    case accounts
    case databases

    var scopes: Set<AccessScope> {
        switch self {
        case .accounts: AccessScope.accounts
        case .databases: AccessScope.databases
        }
    }
}
