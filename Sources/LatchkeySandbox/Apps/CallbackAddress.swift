/// An absolute callback address, cut into the parts that are compared with registered ones.
///
/// Stricter than a browser: no user name, no backslash, no white space, no control character, no fragment, ASCII only.
struct CallbackAddress: Sendable, Equatable {
    static let maxBytes = 2048
    /// Schemes that run or read something in the browser instead of leaving it.
    private static let scriptSchemes: Set<String> = ["javascript", "vbscript", "data", "blob", "file", "about"]

    /// In lower case; may be an application's own scheme.
    let scheme: String
    /// In lower case, an IPv6 address in brackets; empty for `scheme://`.
    let host: String
    /// As a number, with the default of `http` and `https` filled in.
    let port: Int?
    /// As written; `/` when a web address has none.
    let path: String
    /// Path and query as written.
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

    /// Whether only this machine can be meant.
    var isLoopback: Bool { Authority.isLoopback(host: host) }
}

extension String {
    fileprivate func replacingOccurrences(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
