/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
    /// Encodes bytes as URL-safe Base64 without padding.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        return String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { buffer in
            alphabet.withUnsafeBufferPointer { alphabet in
                var out = 0
                func write(_ bits: UInt32, characters: Int) {
                    for place in 0..<characters {
                        buffer[out] = alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)]
                        out += 1
                    }
                }
                let whole = bytes.count / 3 * 3
                for index in stride(from: 0, to: whole, by: 3) {
                    write(UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]), characters: 4)
                }
                switch bytes.count - whole {
                case 1: write(UInt32(bytes[whole]) << 16, characters: 2)
                case 2: write(UInt32(bytes[whole]) << 16 | UInt32(bytes[whole + 1]) << 8, characters: 3)
                default: break
                }
                return out
            }
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the decoded bytes, or `nil` if the text is not Base64.
    ///
    /// Accepts both alphabets, with or without padding, because clients of the Admin API send either.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { bytes in
            let end = (bytes.lastIndex { $0 != UInt8(ascii: "=") }).map { $0 + 1 } ?? 0
            guard end % 4 != 1 else { return nil }
            var decoded: [UInt8] = []
            decoded.reserveCapacity(end / 4 * 3 + 2)
            var (bits, bitCount): (UInt32, UInt32) = (0, 0)
            for byte in bytes[..<end] {
                let value = values[Int(byte)]
                guard value < 64 else { return nil }
                (bits, bitCount) = (bits << 6 | UInt32(value), bitCount + 6)
                if bitCount >= 8 {
                    bitCount -= 8
                    decoded.append(UInt8(truncatingIfNeeded: bits >> bitCount))
                }
            }
            return decoded
        }
    }

    /// Returns the decoded bytes if the text is their canonical encoding (RFC 4648, section 3.5), or `nil` otherwise.
    ///
    /// Canonical means the URL-safe alphabet, no padding, and zeros in the unused bits of the last character.
    public static func decodeCanonical(_ text: String) -> [UInt8]? {
        // `==` also accepts equivalent characters, such as U+212A for K, but `decode` accepts only ASCII.
        guard let bytes = decode(text), encode(bytes) == text else { return nil }
        return bytes
    }

    /// The value of each character in either alphabet; 255 for all other bytes.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        values[Int(UInt8(ascii: "+"))] = 62
        values[Int(UInt8(ascii: "/"))] = 63
        return values
    }()
}
