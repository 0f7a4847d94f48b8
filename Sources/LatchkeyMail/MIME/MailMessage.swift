#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A mail to one person, in text and HTML, that says of itself that a machine wrote it.
public struct MailMessage: Sendable, Equatable {
    /// Letters, digits, `-` and `_`: becomes the part of Message-ID before the `@`, so that copies of one mail have one id.
    public let id: String
    public let date: Date
    public let from: MailAddress
    public let replyTo: MailAddress?
    public let to: MailAddress
    public let subject: String
    /// The language of the words (BCP 47).
    public let language: String
    public let text: String
    public let html: String?

    public static let maxSubjectCharacters = 250
    /// Of text and HTML each.
    public static let maxBodyBytes = 262_144

    /// - Throws: ``MailFieldError`` when a field could end its line and begin another, or is too long.
    public init(
        id: String, date: Date, from: MailAddress, replyTo: MailAddress? = nil, to: MailAddress, subject: String, language: String,
        text: String, html: String? = nil
    ) throws {
        guard !id.isEmpty, id.utf8.count <= 128, id.utf8.allSatisfy(Self.isWordByte) else {
            throw MailFieldError(field: "id", problem: "it has other characters than letters, digits, - and _.")
        }
        guard !language.isEmpty, language.utf8.count <= 35, language.utf8.allSatisfy(Self.isWordByte) else {
            throw MailFieldError(field: "language", problem: "it is no language tag.")
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

    /// The mail as it travels (RFC 5322, 2045 and 2046): ASCII only, lines that end with CR LF and, but for a long
    /// address, have at most 78 characters.
    public var bytes: [UInt8] {
        var head = [
            ("Date", MailDate.text(date)), ("From", Self.mailbox(from)), ("To", Self.mailbox(to)),
            ("Subject", EncodedWords.encode(subject)), ("Message-ID", "<\(id)@\(from.domain)>"),
        ]
        if let replyTo { head.append(("Reply-To", Self.mailbox(replyTo))) }
        head += [
            ("Content-Language", language),
            // RFC 3834: nobody's absence note answers, and the second is understood by Exchange.
            ("Auto-Submitted", "auto-generated"), ("X-Auto-Response-Suppress", "All"), ("MIME-Version", "1.0"),
        ]
        var mail = head.map { "\($0): \($1)\r\n" }.joined()
        guard let html else { return Array((mail + Self.part(text, type: "text/plain")).utf8) }
        // Neither encoding can produce "=_" (RFC 2045, section 6.7, says so itself).
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
