/// Why a mail cannot be written: a part of it would say something else to the programs that carry it.
public struct MailFieldError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The part: `from`, `to`, `subject` and so on.
    public let field: String
    public let problem: String

    public var description: String { "\(field): \(problem)" }
}

/// An address as mail programs show it, with a name or without (RFC 5322, section 3.4).
public struct MailAddress: Hashable, Sendable {
    public let address: String
    public let name: String?

    /// RFC 5321, section 4.5.3.1.3.
    public static let maxAddressBytes = 254
    public static let maxNameCharacters = 100

    /// - Throws: ``MailFieldError`` unless the address is a plain one in ASCII, without quotes and comments, and the name one line.
    public init(_ address: String, name: String? = nil, field: String = "address") throws {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard address.utf8.count <= Self.maxAddressBytes, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw MailFieldError(field: field, problem: "it is no e-mail address.")
        }
        guard address.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw MailFieldError(field: field, problem: "the address has characters that need a mail server with SMTPUTF8.")
        }
        guard address.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !Self.delimiters.contains($0) }) else {
            throw MailFieldError(field: field, problem: "the address has characters that mean something else in a mail.")
        }
        if let name {
            guard name.count <= Self.maxNameCharacters, !name.unicodeScalars.contains(where: \.steersMail) else {
                throw MailFieldError(
                    field: field, problem: "the name is longer than \(Self.maxNameCharacters) characters or not one line.")
            }
        }
        self.address = address
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads `ada@example.org` and `Ada Lovelace <ada@example.org>`.
    ///
    /// - Throws: ``MailFieldError``.
    public init(parsing text: String, field: String = "address") throws {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            try self.init(text, field: field)
            return
        }
        var name = text[..<open]
        while name.last == " " { name.removeLast() }
        if name.count >= 2, name.first == "\"", name.last == "\"" { name = name.dropFirst().dropLast() }
        try self.init(String(text[text.index(after: open)...].dropLast()), name: String(name), field: field)
    }

    /// What follows the `@`.
    public var domain: String { String(address.drop { $0 != "@" }.dropFirst()) }

    private static let delimiters = Set("()<>[]:;\\,\"".utf8)
}

extension Unicode.Scalar {
    /// Ends a line, or is no character at all: nothing that may stand in a header.
    var steersMail: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
