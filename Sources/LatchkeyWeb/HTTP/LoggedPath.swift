/// Removes email addresses from paths for logs. Firebase 2.x clients send them in the path (`/v2/APP/users/ADDRESS`).
///
/// Mistyped paths are logged too, so parts that look like an address are removed anywhere in the path.
package enum LoggedPath {
    package static let redacted = "***"

    /// The `@` of an address: plain, percent-encoded, and encoded twice.
    private static let marks = ["@", "%40", "%2540"]

    package static func text(_ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let named = parts.indices.filter { !parts[$0].isEmpty }
        for index in named where marks.contains(where: parts[index].contains) { parts[index] = redacted }
        if named.count > 3, parts[named[0]].lowercased() == "v2", parts[named[2]].lowercased() == "users" { parts[named[3]] = redacted }
        return parts.joined(separator: "/")
    }
}
