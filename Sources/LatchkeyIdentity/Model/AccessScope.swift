/// What an access token opens, in Google's words (RFC 6749, section 3.3).
public struct AccessScope: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let cloudPlatform = AccessScope(rawValue: "https://www.googleapis.com/auth/cloud-platform")
    public static let firebase = AccessScope(rawValue: "https://www.googleapis.com/auth/firebase")
    public static let identityToolkit = AccessScope(rawValue: "https://www.googleapis.com/auth/identitytoolkit")
    /// Databases and nothing else.
    public static let firebaseDatabase = AccessScope(rawValue: "https://www.googleapis.com/auth/firebase.database")

    /// Those that mean: may administer accounts.
    static let accounts: Set<AccessScope> = [.cloudPlatform, .firebase, .identityToolkit]
    /// Those that mean: may do everything in the project's databases. Who may administer accounts could let themselves in anyway.
    static let databases: Set<AccessScope> = accounts.union([.firebaseDatabase])
    /// All that mean something here; others that are asked for, such as `userinfo.email`, open nothing and are not written down.
    static let known: Set<AccessScope> = databases
}

/// What somebody with an access token wants to get at.
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
