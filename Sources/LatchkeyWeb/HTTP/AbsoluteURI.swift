/// Checks for URIs with any scheme, such as those of mobile apps (RFC 3986, section 4.3).
package enum AbsoluteURI {
    /// Whether a text is an absolute URI, without control characters or spaces, and with a non-empty part after the scheme. A web address
    /// must have a host.
    package static func isOne(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { return false }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...]
        guard let first = scheme.utf8.first, (0x61...0x7a).contains(first), !rest.isEmpty, scheme.utf8.allSatisfy(mayStandInScheme) else {
            return false
        }
        guard scheme == "http" || scheme == "https" else { return true }
        let host = rest.drop { $0 == "/" || $0 == "\\" }.prefix { !"/?#\\".contains($0) }
        return !host.isEmpty
    }

    private static func mayStandInScheme(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || [0x2b, 0x2d, 0x2e].contains(byte)
    }
}
