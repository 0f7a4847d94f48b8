public import LatchkeySecrets

/// The connection settings of a mail server.
public struct SMTPServer: Sendable {
    /// The transport security of a connection.
    public enum Protection: Sendable, Equatable {
        /// The connection starts in plain text and must be upgraded with STARTTLS before anything is sent (RFC 3207).
        case startTLS
        /// TLS from the first byte (RFC 8314).
        case implicitTLS
        /// No TLS, for a mail server on the same machine.
        case insecure
    }

    /// The host name or IP address. An IPv6 address has brackets.
    public var host: String
    /// The TCP port.
    public var port: Int
    /// The transport security.
    public var protection: Protection
    /// The user name for authentication, or `nil` for none.
    public var user: String?
    /// The password for authentication.
    public var password: Secret<String>?
    /// The path of a PEM file with certificate authorities to trust in place of the system's.
    public var authorityFile: String?
    /// The timeout for establishing the connection.
    public var connectTimeout: Duration = .seconds(10)
    /// The timeout for the whole delivery, from the name lookup to the last reply.
    public var timeout: Duration = .seconds(60)

    /// Creates connection settings.
    public init(
        host: String, port: Int, protection: Protection = .startTLS, user: String? = nil, password: Secret<String>? = nil,
        authorityFile: String? = nil
    ) {
        self.host = host
        self.port = port
        self.protection = protection
        self.user = user
        self.password = password
        self.authorityFile = authorityFile
    }

    /// An error for an invalid URL of a mail server.
    public struct AddressError: Error, Equatable, Sendable {
        /// A sentence for operators, without the URL.
        public let problem: String
        /// The way to fix the problem, for operators.
        public let mend: String
    }

    /// Parses `smtp://user@mail.example.org:587` (STARTTLS) or `smtps://mail.example.org` (implicit TLS).
    ///
    /// The default port is 587 for `smtp` and 465 for `smtps`.
    ///
    /// - Parameters:
    ///   - url: The URL of the mail server.
    ///   - insecure: Whether `smtp` means no TLS.
    /// - Throws: ``AddressError``, also for a URL with a password, because other users of the machine could read it.
    public init(url: String, insecure: Bool = false) throws {
        let mend = "Write it like smtp://user@mail.example.org:587, or smtps://user@mail.example.org:465 for TLS at once."
        guard let mark = url.firstRange(of: "://") else { throw AddressError(problem: "it is not the URL of a mail server.", mend: mend) }
        let scheme = url[..<mark.lowerBound]
        var rest = url[mark.upperBound...]
        if rest.last == "/" { rest.removeLast() }
        guard ["smtp", "smtps"].contains(scheme) else { throw AddressError(problem: "its scheme is neither smtp nor smtps.", mend: mend) }
        protection = scheme == "smtps" ? .implicitTLS : insecure ? .insecure : .startTLS
        if let at = rest.lastIndex(of: "@") {
            let name = rest[..<at]
            guard !name.contains(":") else {
                throw AddressError(
                    problem: "it contains a password, which every user of the machine could read.",
                    mend: "Leave it out, and give it in LATCHKEY_SMTP_PASSWORD or in a file (smtp-password-file).")
            }
            guard let decoded = Self.percentDecoded(name), !decoded.isEmpty,
                !decoded.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
            else {
                throw AddressError(problem: "its user name cannot be read.", mend: "Write an @ in a user name as %40.")
            }
            user = decoded
            rest = rest[rest.index(after: at)...]
        }
        let standardPort = scheme == "smtps" ? 465 : 587
        let host: Substring
        var portText: Substring?
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = rest[...end]
            let tail = rest[rest.index(after: end)...]
            portText = tail.isEmpty ? nil : tail.first == ":" ? tail.dropFirst() : "?"
        } else {
            host = rest.prefix { $0 != ":" }
            portText = host.endIndex == rest.endIndex ? nil : rest[host.endIndex...].dropFirst()
        }
        guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else {
            throw AddressError(problem: "its host cannot be read.", mend: mend)
        }
        guard protection == .insecure || !host.contains("_") else {
            throw AddressError(
                problem: "its host contains _, which the name in a certificate cannot have.",
                mend: "Use a name of letters, digits and hyphens.")
        }
        guard let port = portText.map({ Int($0) }) ?? standardPort, (1...65_535).contains(port) else {
            throw AddressError(problem: "its port is not a number from 1 to 65535.", mend: mend)
        }
        self.host = String(host)
        self.port = port
    }

    /// The URL without the user name, for messages to operators.
    public var url: String { "\(protection == .implicitTLS ? "smtps" : "smtp")://\(host):\(port)" }

    /// Whether a byte may occur in a host name or in an IPv6 address in brackets.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
