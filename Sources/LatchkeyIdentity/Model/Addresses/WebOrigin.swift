/// The scheme, host and port of a URL. URLs that browsers and parsers read differently are rejected.
package struct WebOrigin: Equatable, Sendable {
    package let scheme: String
    package let host: String
    package let port: Int?

    /// Parses a URL.
    ///
    /// - Returns: `nil` for a scheme other than `http` or `https`, and for user info, backslashes, control characters, non-ASCII
    ///   characters, or percent-encoding in the host.
    package init?(_ url: String) {
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x5c || $0 >= 0x7f }) else { return nil }
        guard let mark = url.firstRange(of: "://") else { return nil }
        scheme = url[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let authority = url[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@"), !authority.contains("%") else { return nil }
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            host = String(authority[...close]).lowercased()
            let rest = authority[authority.index(after: close)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            port = Self.port(rest.dropFirst())
            if !rest.isEmpty, port == nil { return nil }
        } else {
            let halves = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard halves.count <= 2, !halves[0].isEmpty, halves[0].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." })
            else {
                return nil
            }
            host = halves[0].lowercased()
            port = halves.count == 2 ? Self.port(halves[1]) : nil
            if halves.count == 2, port == nil { return nil }
        }
        if let port, !(1...65_535).contains(port) { return nil }
    }

    /// Parses a port, which consists only of digits, as in browsers.
    private static func port(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// The origin as browsers serialize it, without the default port.
    package var text: String {
        let standard = scheme == "https" ? 443 : 80
        return scheme + "://" + host + (port.map { $0 == standard ? "" : ":\($0)" } ?? "")
    }

    /// Whether a project's authorized domains contain the host. Names must match exactly; there are no wildcards. Plain HTTP is allowed
    /// only for this machine.
    package func isAuthorized(by domains: [String]) -> Bool {
        if domains.contains(Self.anyHost) { return true }
        guard domains.contains(where: { $0.lowercased() == host }) else { return false }
        return scheme == "https" || Self.loopback.contains(host)
    }

    /// Stands for every host in an emulator's projects. Operators cannot add it, because it is not a valid host name.
    package static let anyHost = "*"

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
}
