import LatchkeyOAuth

/// Checks whether a URL points to a program on the user's own machine.
///
/// The check compares bytes and deliberately uses no URL parser: a lenient parser could accept an unsafe redirect target.
enum LoopbackAddress {
    static let maxBytes = 512

    /// Whether a URL has the form `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path`.
    ///
    /// User info, a query, and a fragment are not allowed. `localhost` is not allowed because its address depends on the resolver.
    static func accepts(_ url: String) -> Bool {
        guard url.utf8.count <= maxBytes else { return false }
        for host in ["http://127.0.0.1:", "http://[::1]:"] where url.hasPrefix(host) {
            let rest = url.utf8.dropFirst(host.utf8.count)
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...5).contains(digits.count), let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
            else {
                return false
            }
            let path = rest.dropFirst(digits.count)
            return path.first == 0x2f && path.allSatisfy(isPlain) && !String(decoding: path, as: UTF8.self).contains("//")
        }
        return false
    }

    /// Whether a byte is a letter, a digit, `-`, `_`, `.`, `~`, or `/`, the characters of a random path.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x2f, 0x5f, 0x7e: true
        default: false
        }
    }
}
