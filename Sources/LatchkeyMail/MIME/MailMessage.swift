public import Foundation

/// A mail to one recipient, in plain text and HTML, marked as generated automatically.
public struct MailMessage: Sendable, Equatable {
    /// The part of Message-ID before the `@`: letters, digits, `-` and `_`. Copies of one mail have the same Message-ID.
    public let id: String
    /// The value of the Date header.
    public let date: Date
    /// The sender.
    public let from: MailAddress
    /// The address for replies, if it differs from the sender.
    public let replyTo: MailAddress?
    /// The recipient.
    public let to: MailAddress
    /// The subject, one line.
    public let subject: String
    /// The language of the texts (BCP 47).
    public let language: String
    /// The plain text body.
    public let text: String
    /// The HTML body, if there is one.
    public let html: String?

    /// The maximum length of the subject in characters.
    public static let maxSubjectCharacters = 250
    /// The maximum length of the plain text and of the HTML, in bytes each.
    public static let maxBodyBytes = 262_144

    /// Creates a mail.
    ///
    /// - Throws: ``MailFieldError`` if a field is too long, has invalid characters or contains a line break.
    public init(
        id: String, date: Date, from: MailAddress, replyTo: MailAddress? = nil, to: MailAddress, subject: String, language: String,
        text: String, html: String? = nil
    ) throws {
        guard !id.isEmpty, id.utf8.count <= 128, id.utf8.allSatisfy(Self.isWordByte) else {
            throw MailFieldError(field: "id", problem: "it is empty, too long or has characters other than letters, digits, - and _.")
        }
        guard !language.isEmpty, language.utf8.count <= 35, language.utf8.allSatisfy(Self.isWordByte) else {
            throw MailFieldError(field: "language", problem: "it is not a language tag.")
        }
        guard !subject.isEmpty, subject.count <= Self.maxSubjectCharacters, !subject.unicodeScalars.contains(where: \.steersMail) else {
            throw MailFieldError(field: "subject", problem: "it is empty, too long or not one line.")
        }
        guard text.utf8.count <= Self.maxBodyBytes, (html ?? "").utf8.count <= Self.maxBodyBytes else {
            throw MailFieldError(field: "body", problem: "it is longer than \(Self.maxBodyBytes) bytes.")
        }
        self.id = id
        self.date = date
        self.from = from
        self.replyTo = replyTo
        self.to = to
        self.subject = subject
        self.language = language
        self.text = text
        self.html = html
    }

    /// The mail as sent (RFC 5322, 2045 and 2046): ASCII only except for addresses (RFC 6532), with CR LF line ends. Lines have at most 78
    /// characters, unless an address is longer.
    public var bytes: [UInt8] {
        var head = [
            ("Date", MailDate.text(date)), ("From", Self.mailbox(from)), ("To", Self.mailbox(to)),
            ("Subject", EncodedWords.encode(subject)), ("Message-ID", "<\(id)@\(from.domain)>"),
        ]
        if let replyTo { head.append(("Reply-To", Self.mailbox(replyTo))) }
        head += [
            ("Content-Language", language),
            // RFC 3834 suppresses automatic replies. Exchange honors the second header.
            ("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All"), ("MIME-Version", "1.0"),
        ]
        var mail = head.map { "\($0): \($1)\r\n" }.joined()
        guard let html else { return Array((mail + Self.part(text, type: "text/plain")).utf8) }
        // "=_" occurs in neither encoding (RFC 2045, section 6.7, recommends it for boundaries).
        let boundary = "=_latchkey_\(id.prefix(40))"
        mail += "Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"\r\n\r\n"
        for (body, type) in [(text, "text/plain"), (html, "text/html")] {
            mail += "--\(boundary)\r\n" + Self.part(body, type: type)
        }
        return Array((mail + "--\(boundary)--\r\n").utf8)
    }

    private static func part(_ text: String, type: String) -> String {
        let body = TransferText(text)
        return "Content-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: \(body.encoding)\r\n\r\n\(body.lines)"
    }

    private static func mailbox(_ address: MailAddress) -> String {
        guard let name = address.name else { return address.address }
        return EncodedWords.encodeName(name) + "\r\n <\(address.address)>"
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }
}
