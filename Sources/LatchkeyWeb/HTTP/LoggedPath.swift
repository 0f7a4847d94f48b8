/// A path as a log may have it: without people's addresses, which clients of Firebase 2.x write into it (`/v2/APP/users/ADDRESS`).
///
/// A mistyped path is logged too, so whatever looks like an address is left out wherever it stands.
package enum LoggedPath {
    package static let redacted = "***"

    /// As it is, escaped, and escaped twice.
    private static let marks = ["@", "%40", "%2540"]

    package static func text(_ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let named = parts.indices.filter { !parts[$0].isEmpty }
        for index in named where marks.contains(where: parts[index].contains) { parts[index] = redacted }
        if named.count > 3, parts[named[0]].lowercased() == "v2", parts[named[2]].lowercased() == "users" { parts[named[3]] = redacted }
        return parts.joined(separator: "/")
    }
}
