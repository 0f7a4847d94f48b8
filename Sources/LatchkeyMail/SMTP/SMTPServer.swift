public import LatchkeySecrets

/// How a mail server is reached.
public struct SMTPServer: Sendable {
    /// What protects the connection.
    public enum Protection: Sendable, Equatable {
        /// The connection begins in the clear and must become TLS before anything is said (RFC 3207).
        case startTLS
        /// TLS from the first byte (RFC 8314).
        case implicitTLS
        /// None, for a mail server on the same machine.
        case insecure
    }

    public var host: String
    public var port: Int
    public var protection: Protection
    public var user: String?
    public var password: Secret<String>?
    /// A PEM file with authorities to trust in place of the system's.
    public var authorityFile: String?
    public var connectTimeout: Duration = .seconds(10)
    /// For everything, from the look-up of the name to the last reply.
    public var timeout: Duration = .seconds(60)

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

    /// Why an address of a mail server cannot be used.
    public struct AddressError: Error, Equatable, Sendable {
        public let problem: String
        public let mend: String
    }

    /// Reads `smtp://user@mail.example.org:587` (STARTTLS) and `smtps://mail.example.org` (TLS at once; port 465).
    ///
    /// - Parameter insecure: `smtp` means no TLS at all.
    /// - Throws: ``AddressError``; also for a password in the address, which would be seen by others.
    public init(url: String, insecure: Bool = false) throws {
        let mend = "Write it like smtp://user@mail.example.org:587, or smtps://user@mail.example.org:465 for TLS at once."
        guard let mark = url.firstRange(of: "://") else { throw AddressError(problem: "it is no address of a mail server.", mend: mend) }
        let scheme = url[..<mark.lowerBound]
        var rest = url[mark.upperBound...]
        if rest.last == "/" { rest.removeLast() }
        guard ["smtp", "smtps"].contains(scheme) else { throw AddressError(problem: "it begins neither with smtp nor smtps.", mend: mend) }
        protection = scheme == "smtps" ? .implicitTLS : insecure ? .insecure : .startTLS
        if let at = rest.lastIndex(of: "@") {
            let name = rest[..<at]
            guard !name.contains(":") else {
                throw AddressError(
                    problem: "it holds a password, which every user of the machine could read.",
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
        guard let port = portText.map({ Int($0) }) ?? standardPort, (1...65_535).contains(port) else {
            throw AddressError(problem: "its port is no number from 1 to 65535.", mend: mend)
        }
        self.host = String(host)
        self.port = port
    }

    /// Without the user, for people.
    public var url: String { "\(protection == .implicitTLS ? "smtps" : "smtp")://\(host):\(port)" }

    /// Letters, digits, hyphens and dots, and what an address of IPv6 has.
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
