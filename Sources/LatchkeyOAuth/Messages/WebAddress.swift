/// An absolute `http` or `https` URL, split into the parts that requests and signatures consist of.
///
/// Operates on bytes: a combining character after a slash must not hide the slash.
struct WebAddress: Sendable {
    /// The maximum length of a URL, in bytes.
    static let maxBytes = 8192

    /// `http` or `https`, in lower case.
    let scheme: String
    /// The host, and the port unless it is the scheme's default; in lower case, with an IPv6 address in brackets.
    let authority: String
    /// The path, starting with `/`; existing escapes are kept, and spaces and all bytes outside visible ASCII are escaped.
    let path: String
    /// The query without the `?`; `nil` when there is none.
    let query: String?

    /// Parses a URL; throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    init(_ url: String) throws {
        let bytes = Array(url.utf8)
        guard bytes.count <= Self.maxBytes else { throw Self.invalid("it is longer than \(Self.maxBytes) bytes") }
        let (scheme, start) = try Self.scheme(bytes)
        let rest = bytes[start...].prefix { $0 != UInt8(ascii: "#") }
        let authorityEnd = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let pathEnd = rest[authorityEnd...].firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex

        self.scheme = scheme
        authority = try Self.authority(rest[..<authorityEnd], scheme: scheme)
        path = authorityEnd == pathEnd ? "/" : Self.escapingInvisible(rest[authorityEnd..<pathEnd])
        query = pathEnd == rest.endIndex ? nil : Self.escapingInvisible(rest[(pathEnd + 1)...])
    }

    /// The scheme and authority, without a trailing slash.
    var origin: String { scheme + "://" + authority }

    /// The scheme, authority and path, as signed by OAuth 1.0a (RFC 5849, section 3.4.1.2).
    var baseURI: String { origin + path }

    private static func scheme(_ bytes: [UInt8]) throws -> (String, end: Int) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8) else {
            throw invalid("it does not start with http:// or https://")
        }
        let scheme = lowercased(bytes[..<colon])
        guard scheme == "http" || scheme == "https" else { throw invalid("it does not start with http:// or https://") }
        return (scheme, colon + 3)
    }

    private static func authority(_ bytes: ArraySlice<UInt8>, scheme: String) throws -> String {
        guard !bytes.contains(UInt8(ascii: "@")) else { throw invalid("it contains a user name or a password") }
        let hostEnd: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw invalid("a bracket is not closed") }
            guard bytes[(bytes.startIndex + 1)..<bracket].allSatisfy(isOfIPv6), bracket > bytes.startIndex + 1 else {
                throw invalid("its IPv6 address may contain only digits, letters a to f, colons and dots")
            }
            hostEnd = bracket + 1
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard hostEnd > bytes.startIndex else { throw invalid("it has no host") }
            guard bytes[..<hostEnd].allSatisfy(ByteSet.unreserved.contains) else {
                throw invalid("its host may contain only letters, digits, dots, hyphens, underscores and tildes")
            }
        }
        let host = lowercased(bytes[..<hostEnd])
        guard hostEnd < bytes.endIndex else { return host }
        guard bytes[hostEnd] == UInt8(ascii: ":") else { throw invalid("something follows its IPv6 address") }
        guard let port = try port(bytes[(hostEnd + 1)...]), port != (scheme == "https" ? 443 : 80) else { return host }
        return "\(host):\(port)"
    }

    /// Returns the port; `nil` when nothing follows the colon.
    private static func port(_ digits: ArraySlice<UInt8>) throws -> UInt16? {
        guard !digits.isEmpty else { return nil }
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
        else { throw invalid("its port is not a number from 1 to 65535") }
        return port
    }

    private static func isOfIPv6(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: ":"), UInt8(ascii: "."): true
        default: false
        }
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(capacity: bytes.count) { writer in
            for byte in bytes { writer.write((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
        }
    }

    private static func escapingInvisible(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy(ByteSet.visibleASCII.contains) { return String(decoding: bytes, as: UTF8.self) }
        return String(capacity: 3 * bytes.count) { writer in
            for byte in bytes {
                if ByteSet.visibleASCII.contains(byte) { writer.write(byte) } else { writer.write(encoding: byte) }
            }
        }
    }

    private static func invalid(_ reason: String) -> OAuthError {
        OAuthError(
            .invalidURL, detail: "the URL cannot be used: \(reason)",
            hint: "Use an absolute URL such as https://api.example.com/path.")
    }
}
