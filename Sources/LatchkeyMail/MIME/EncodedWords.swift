#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Texts of headers in ASCII (RFC 2047), folded so that no line is longer than 78 characters.
enum EncodedWords {
    /// Bytes of UTF-8 in one word: 56 characters of Base64, 12 around them, and `Reply-To: ` before them on the first line.
    private static let bytesPerWord = 42
    /// A short name of a header, a colon and this still fit on one line.
    private static let plainLength = 60

    /// - Parameter text: One line.
    static func encode(_ text: String) -> String {
        let isPlain = text.utf8.count <= plainLength && text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && !text.contains("=?")
        return isPlain ? text : words(text)
    }

    /// A name before an address, where more characters mean something (RFC 5322, section 3.2.3).
    static func encodeName(_ name: String) -> String {
        let isAtoms = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x20 || byte == 0x2d
        }
        return isAtoms && name.utf8.count <= plainLength && name.first != " " && name.last != " " ? name : words(name)
    }

    private static func words(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        // A word may not end within a character.
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > bytesPerWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
