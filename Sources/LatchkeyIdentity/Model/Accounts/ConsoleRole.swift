import Foundation

/// The role of an administrator. Each role includes the permissions of the ones before it.
public enum ConsoleRole: String, Sendable, CaseIterable, Comparable {
    /// Reads everything except secrets.
    case viewer
    /// Changes users, data and rules.
    case editor
    /// Changes settings, providers, keys, projects and administrators.
    case owner

    /// Compares the permissions of two roles.
    public static func < (left: Self, right: Self) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }

    private struct Claims: Codable {
        let role: String
    }

    /// Reads the role of an account; `nil` if the account may not open the console.
    package init?(of account: Account) {
        guard account.realm == Realm(project: .console), let text = account.customClaims,
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(text.utf8))
        else {
            return nil
        }
        self.init(rawValue: claims.role)
    }

    /// The claims of an account with this role.
    var claims: String { #"{"role":"\#(rawValue)"}"# }
}
