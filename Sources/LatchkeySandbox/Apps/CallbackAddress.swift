/// An absolute callback URL, split into the parts that are compared with registered ones.
///
/// Stricter than a browser: no user name, backslash, white space, control character or fragment; ASCII only.
struct CallbackAddress: Sendable, Equatable {
    static let maxBytes = 2048
    /// Schemes that execute or read content in the browser instead of leaving it.
    private static let scriptSchemes: Set<String> = ["javascript", "vbscript", "data", "blob", "file", "about"]

    /// The scheme in lower case; may be a custom scheme.
    let scheme: String
    /// The host in lower case, with an IPv6 address in brackets; empty for `scheme://`.
    let host: String
    /// The port; for `http` and `https`, the default port if the URL contains none.
    let port: Int?
    /// The path as written; `/` for a web URL without a path.
    let path: String
    /// The path and query as written.
    let target: String

    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.maxBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains("\\"), !text.contains("#"), let separator = text.firstIndex(of: ":"),
            text[separator...].hasPrefix("://")
        else { return nil }
        scheme = text[..<separator].lowercased()
        guard !Self.scriptSchemes.contains(scheme) else { return nil }
        guard let first = scheme.first, first.isLetter, scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
        else { return nil }
        let afterScheme = text[text.index(separator, offsetBy: 3)...]
        let authorityEnd = afterScheme.firstIndex { $0 == "/" || $0 == "?" } ?? afterScheme.endIndex
        guard let authority = Authority(String(afterScheme[..<authorityEnd]), mayBeEmpty: scheme != "http" && scheme != "https")
        else { return nil }
        host = authority.host
        target = String(afterScheme[authorityEnd...])
        let pathText = String(afterScheme[authorityEnd...].prefix { $0 != "?" })
        let segments = pathText.lowercased().replacingOccurrences("%2e", with: ".").split(separator: "/")
        guard !segments.contains(".."), !segments.contains(".") else { return nil }
        switch scheme {
        case "http":
            port = authority.port ?? 80
            path = pathText.isEmpty ? "/" : pathText
        case "https":
            port = authority.port ?? 443
            path = pathText.isEmpty ? "/" : pathText
        default:
            port = authority.port
            path = pathText
        }
    }

    /// Whether the host is a loopback host.
    var isLoopback: Bool { Authority.isLoopback(host: host) }
}

extension String {
    fileprivate func replacingOccurrences(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
