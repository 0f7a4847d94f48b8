/// A reply of a mail server (RFC 5321, section 4.2): a code and one or more lines of text.
struct SMTPReply: Equatable {
    let code: Int
    /// The texts of the lines, without the code.
    let lines: [String]

    /// The reply on one line, for operators.
    var text: String { "\(code) \(lines.joined(separator: " "))" }
    /// Whether the server accepted the command.
    var isPositive: Bool { (200...299).contains(code) }
}

/// An error for bytes that are not a reply of a mail server.
struct InvalidReply: Error {}

/// Reads replies from the bytes that a mail server sends.
struct SMTPReplyReader {
    private var line: [UInt8] = []
    private var lines: [String] = []
    private var code: Int?

    /// The maximum length of a line in bytes. RFC 5321, section 4.5.3.1.5, allows 512.
    private static let maxLineBytes = 2048
    /// The maximum number of lines in a reply.
    private static let maxLines = 100

    /// Reads a byte.
    ///
    /// - Returns: The reply that the byte ends.
    /// - Throws: ``InvalidReply``.
    mutating func read(_ byte: UInt8) throws(InvalidReply) -> SMTPReply? {
        guard byte == UInt8(ascii: "\n") else {
            guard line.count < Self.maxLineBytes else { throw InvalidReply() }
            line.append(byte)
            return nil
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line = [] }
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self)), (200...599).contains(number), code ?? number == number,
            lines.count < Self.maxLines
        else { throw InvalidReply() }
        code = number
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        switch line.dropFirst(3).first {
        case UInt8(ascii: "-"): return nil
        case UInt8(ascii: " "), nil:
            defer { (code, lines) = (nil, []) }
            return SMTPReply(code: number, lines: lines)
        default: throw InvalidReply()
        }
    }
}
