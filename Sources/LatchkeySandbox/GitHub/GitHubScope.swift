/// A permission scope of GitHub's OAuth applications.
struct GitHubScope: RawRepresentable, Sendable, Hashable, Comparable {
    let rawValue: String

    static let user = Self(rawValue: "user")
    static let userEmail = Self(rawValue: "user:email")
    static let readUser = Self(rawValue: "read:user")

    /// All scopes, with the scopes that each one includes.
    private static let included: [String: [String]] = [
        "user": ["read:user", "user:email", "user:follow"], "read:user": [], "user:email": [], "user:follow": [],
        "repo": ["repo:status", "repo_deployment", "public_repo", "repo:invite", "security_events"], "repo:status": [],
        "repo_deployment": [], "public_repo": [], "repo:invite": [], "security_events": [],
        "admin:repo_hook": ["write:repo_hook", "read:repo_hook"], "write:repo_hook": ["read:repo_hook"], "read:repo_hook": [],
        "admin:org": ["write:org", "read:org"], "write:org": ["read:org"], "read:org": [], "admin:org_hook": [],
        "admin:public_key": ["write:public_key", "read:public_key"], "write:public_key": ["read:public_key"],
        "read:public_key": [], "admin:gpg_key": ["write:gpg_key", "read:gpg_key"], "write:gpg_key": ["read:gpg_key"],
        "read:gpg_key": [], "gist": [], "notifications": [], "project": ["read:project"], "read:project": [],
        "delete_repo": [], "write:packages": ["read:packages"], "read:packages": [], "delete:packages": [], "codespace": [],
        "workflow": [], "read:audit_log": [],
    ]

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The description on the consent page.
    var meaning: String {
        switch self {
        case .user: "Read and change your profile, see your email addresses"
        case .userEmail: "See your email addresses"
        case .readUser: "See your whole profile"
        default: "Use the scope"
        }
    }

    /// Parses a list separated by spaces or commas, and drops scopes that another entry includes.
    /// - Returns: `nil` when a scope does not exist or the list is longer than 1000 bytes.
    static func list(_ text: String) -> [GitHubScope]? {
        let names = text.split { $0 == " " || $0 == "," }.map(String.init)
        guard text.utf8.count <= 1000, names.allSatisfy({ included[$0] != nil }) else { return nil }
        let covered = Set(names.flatMap { included[$0] ?? [] })
        return Set(names).subtracting(covered).sorted().map { GitHubScope(rawValue: $0) }
    }
}

extension [GitHubScope] {
    /// The list in the format of the token endpoint.
    var commaSeparated: String { map(\.rawValue).joined(separator: ",") }
    /// The list in the format of the `x-oauth-scopes` header.
    var headerText: String { map(\.rawValue).joined(separator: ", ") }
    /// Whether `/user/emails` may be read.
    var coversEmail: Bool { contains(.user) || contains(.userEmail) }
}
