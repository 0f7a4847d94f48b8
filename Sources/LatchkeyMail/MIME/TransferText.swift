import Foundation

/// A text encoded as the body of a mail part: lines of at most 76 ASCII characters (RFC 2045, section 6).
struct TransferText {
    /// `quoted-printable` if at most a third of the bytes are not ASCII, otherwise `base64`.
    let encoding: String
    let lines: String

    init(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.count(where: { $0 >= 0x80 }) * 3 <= bytes.count {
            encoding = "quoted-printable"
            lines = Self.quotedPrintable(text)
        } else {
            encoding = "base64"
            lines = Self.base64(text)
        }
    }

    private static func base64(_ text: String) -> String {
        let bytes = Array(paragraphs(text).map { String($0) }.joined(separator: "\r\n").utf8)
        // 57 bytes encode to 76 characters.
        return stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString() + "\r\n"
        }.joined()
    }

    private static func quotedPrintable(_ text: String) -> String {
        paragraphs(text).map(quotedPrintableLine).joined(separator: "\r\n") + "\r\n"
    }

    private static func quotedPrintableLine(_ line: Substring) -> String {
        var lines = ""
        var length = 0
        let bytes = Array(line.utf8)
        for (index, byte) in bytes.enumerated() {
            // Mail servers may remove a space at the end of a line.
            let isLiteral = (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x20 && index != bytes.count - 1
            let piece = isLiteral ? String(UnicodeScalar(byte)) : "=" + hex(byte >> 4) + hex(byte & 15)
            if length + piece.utf8.count > 75 {
                lines += "=\r\n"
                length = 0
            }
            lines += piece
            length += piece.utf8.count
        }
        return lines
    }

    private static func hex(_ digit: UInt8) -> String { String(digit, radix: 16, uppercase: true) }

    /// Returns the lines of a text with LF, CR LF or CR line ends.
    private static func paragraphs(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }
}
