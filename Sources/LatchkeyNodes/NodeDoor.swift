/// The part of another node that responds to a request of an administrator.
///
/// Clients reach all nodes through their database ports. Administrators use other ports, whose addresses the nodes do not know, and the
/// socket of one machine. Their requests are passed on to the database port, with the name of the part that responds to them there.
public enum NodeDoor: String, Sendable {
    /// The calls of administrators.
    case calls
    /// The console.
    case console
    /// The socket of the operator's commands, which has admitted the request.
    case commands
    /// The links of nodes that follow databases, which have the rights of an administrator.
    case links

    /// The beginning of paths that a call may have as at Google.
    private static let google = "/identitytoolkit.googleapis.com"
    private static let consoleSections: Set<Substring> = ["data", "rules"]

    /// Returns the part for a request that needs the databases of a project, and the project.
    ///
    /// - Parameter isCommand: Whether the request comes from the socket of the operator.
    /// - Returns: `nil` for a request that needs no databases, or those of no particular project.
    package static func target(of path: String, isCommand: Bool) -> (door: NodeDoor, project: String)? {
        let path = path.hasPrefix(google + "/") ? path.dropFirst(google.count) : path[...]
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count >= 5, words[0].isEmpty, words[2] == "projects" else { return nil }
        let project = String(words[3])
        switch (words[1], words[4]) {
        case ("v1", "decisions"): return (isCommand ? .commands : .calls, project)
        case ("console", let section) where !isCommand && consoleSections.contains(section): return (.console, project)
        // Not the list of databases.
        case ("v2", "databases") where isCommand && words.count > 5: return (.commands, project)
        default: return nil
        }
    }
}
