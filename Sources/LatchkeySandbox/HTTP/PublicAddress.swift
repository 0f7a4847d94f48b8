/// The origin of a web URL: scheme, host and port without a path.
struct PublicAddress: Sendable, Equatable, CustomStringConvertible {
    let scheme: String
    let authority: Authority

    init(scheme: String, authority: Authority) {
        self.scheme = scheme
        self.authority = authority
    }

    init?(_ text: String) {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "http" || parts[0] == "https", let authority = Authority(String(parts[1])) else {
            return nil
        }
        self.init(scheme: String(parts[0]), authority: authority)
    }

    var description: String {
        "\(scheme)://\(authority.host)\(authority.port.map { ":\($0)" } ?? "")"
    }
}
