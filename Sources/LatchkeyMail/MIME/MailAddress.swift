/// An error for a field that cannot be part of a mail, for example because it contains a line break.
public struct MailFieldError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the field: `from`, `to`, `subject` and so on.
    public let field: String
    /// A sentence for operators.
    public let problem: String

    /// The field and the problem.
    public var description: String { "\(field): \(problem)" }
}

/// A mail address with an optional display name (RFC 5322, section 3.4).
public struct MailAddress: Hashable, Sendable {
    /// The address without the display name.
    public let address: String
    /// The display name, never empty.
    public let name: String?

    /// The maximum length of an address in bytes, from the 256 bytes of a path (RFC 5321, section 4.5.3.1.3).
    public static let maxAddressBytes = 254
    /// The maximum length of a display name in characters.
    public static let maxNameCharacters = 100

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - address: An address without quotes and comments. Characters beyond ASCII require a mail server with SMTPUTF8 (RFC 6531).
    ///   - name: A display name without line breaks and control characters.
    ///   - field: The name of the field for error messages.
    /// - Throws: ``MailFieldError`` if the address or the name is invalid.
    public init(_ address: String, name: String? = nil, field: String = "address") throws {
        // By scalars, because an @ with a combining accent is another character.
        let parts = address.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard address.utf8.count <= Self.maxAddressBytes, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw MailFieldError(field: field, problem: "it is not an email address.")
        }
        let hasOnlyWords = address.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                ? (0x21...0x7e).contains(scalar.value) && !Self.delimiters.contains(UInt8(scalar.value))
                : !scalar.steersMail && !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
                    && ![.format, .privateUse].contains(scalar.properties.generalCategory)
        }
        guard hasOnlyWords else {
            throw MailFieldError(field: field, problem: "the address has characters with a special meaning in mails.")
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

    /// Parses `ada@example.org` or `Ada Lovelace <ada@example.org>`.
    ///
    /// - Throws: ``MailFieldError`` if the address or the name is invalid.
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

    /// The part after the `@`.
    public var domain: String { String(address.drop { $0 != "@" }.dropFirst()) }

    private static let delimiters = Set("()<>[]:;\\,\"".utf8)
}

extension Unicode.Scalar {
    /// Whether the scalar ends a line, is a control character or is not assigned, and must not appear in a header.
    var steersMail: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
