/// The scope of an access token, with Google's names (RFC 6749, section 3.3).
public struct AccessScope: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let cloudPlatform = AccessScope(rawValue: "https://www.googleapis.com/auth/cloud-platform")
    public static let firebase = AccessScope(rawValue: "https://www.googleapis.com/auth/firebase")
    public static let identityToolkit = AccessScope(rawValue: "https://www.googleapis.com/auth/identitytoolkit")
    /// Access to databases only.
    public static let firebaseDatabase = AccessScope(rawValue: "https://www.googleapis.com/auth/firebase.database")

    /// The scopes that permit the administration of accounts.
    static let accounts: Set<AccessScope> = [.cloudPlatform, .firebase, .identityToolkit]
    /// The scopes that permit everything in the project's databases. Those for accounts are included, because an administrator of accounts
    /// can create an account with access anyway.
    static let databases: Set<AccessScope> = accounts.union([.firebaseDatabase])
    /// All scopes with an effect. Other requested scopes, such as `userinfo.email`, are ignored and not stored.
    static let known: Set<AccessScope> = databases
}

/// The area that a client with an access token addresses.
public enum AdministeredArea: Sendable {
    case accounts
    case databases

    var scopes: Set<AccessScope> {
        switch self {
        case .accounts: AccessScope.accounts
        case .databases: AccessScope.databases
        }
    }
}
