/// The part of another node that responds to a request of an administrator.
///
/// Clients reach all nodes through their database ports. Administrators use other ports, whose addresses the nodes do not know, and the
/// socket of one machine. Their requests are passed on to the database port, with the name of the part that responds to them there.
public enum NodeDoor: String, Sendable {
    /// The port of accounts, with the calls of administrators and the console.
    case accounts
    /// The console on a port of its own.
    case console
    /// The socket of the operator's commands.
    case commands

    private static let consoleSections: Set<Substring> = ["data", "rules"]

    /// Returns the project whose databases a request needs; `nil` if it needs none, or those of no particular project.
    package func project(at path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.count >= 4 else { return nil }
        let words = Array(parts)
        switch (self, words[0], words[1], words[3]) {
        case (.accounts, "console", "projects", let section), (.console, "console", "projects", let section):
            return Self.consoleSections.contains(section) ? String(words[2]) : nil
        case (.accounts, "v1", "projects", "decisions"), (.commands, "v1", "projects", "decisions"): return String(words[2])
        // Not the list of databases.
        case (.commands, "v2", "projects", "databases"): return words.count > 4 ? String(words[2]) : nil
        default: return nil
        }
    }
}
