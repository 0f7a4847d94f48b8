import Foundation

/// The encoding of header texts as ASCII (RFC 2047), folded so that no line is longer than 78 characters.
enum EncodedWords {
    /// The UTF-8 bytes per encoded word: 56 characters of Base64, 12 of framing, and `Reply-To: ` on the first line.
    private static let bytesPerWord = 42
    /// The length up to which a plain text fits on one line with a short header name and a colon.
    private static let plainLength = 60

    /// Encodes an unstructured header text.
    ///
    /// - Parameter text: A text without line breaks.
    static func encode(_ text: String) -> String {
        let isPlain = text.utf8.count <= plainLength && text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && !text.contains("=?")
        return isPlain ? text : words(text)
    }

    /// Encodes a display name before an address, where more characters are special (RFC 5322, section 3.2.3).
    static func encodeName(_ name: String) -> String {
        let isAtoms = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x20 || byte == 0x2d
        }
        return isAtoms && name.utf8.count <= plainLength && name.first != " " && name.last != " " ? name : words(name)
    }

    private static func words(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        // A character may not be split between encoded words (RFC 2047, section 5).
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > bytesPerWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
