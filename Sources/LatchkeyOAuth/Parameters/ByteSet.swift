/// A set of bytes, stored as 256 bits so that a membership test is a shift and a mask.
struct ByteSet: Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The unreserved characters of RFC 3986, section 2.3, which OAuth never escapes: letters, digits and `-._~`.
    static let unreserved = ByteSet(words: (0x03FF_6000_0000_0000, 0x47FF_FFFE_87FF_FFFE, 0, 0))

    /// `!` to `~`: the characters that are safe in URLs, nonces and header values without escaping.
    static let visibleASCII = ByteSet(words: (0xFFFF_FFFE_0000_0000, 0x7FFF_FFFF_FFFF_FFFF, 0, 0))

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        // Conditional values instead of a switch: the characters of a token are unpredictable for a branch predictor, and a
        // misprediction costs more than this whole function.
        let lower = byte & 0x40 == 0 ? words.0 : words.1
        let upper = byte & 0x40 == 0 ? words.2 : words.3
        let word = byte & 0x80 == 0 ? lower : upper
        return (word &>> UInt64(byte & 63)) & 1 == 1
    }

    /// Returns whether the set contains every byte of the text; true for an empty text.
    func containsAll(of text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy(contains)
    }
}
