/// A set of bytes, kept as 256 bits so that membership is a shift and a mask.
struct ByteSet: Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The letters, the digits and `-._~`: what RFC 3986, section 2.3, calls unreserved and OAuth never escapes.
    static let unreserved = ByteSet(words: (0x03FF_6000_0000_0000, 0x47FF_FFFE_87FF_FFFE, 0, 0))

    /// `!` to `~`: what may stand in a URL, a nonce or a header value without being escaped or lost on the way.
    static let visibleASCII = ByteSet(words: (0xFFFF_FFFE_0000_0000, 0x7FFF_FFFF_FFFF_FFFF, 0, 0))

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        // Choices between values instead of a switch: digits and letters of a token follow no order that a processor could
        // predict, and a wrong prediction costs more than all of this.
        let lower = byte & 0x40 == 0 ? words.0 : words.1
        let upper = byte & 0x40 == 0 ? words.2 : words.3
        let word = byte & 0x80 == 0 ? lower : upper
        return (word &>> UInt64(byte & 63)) & 1 == 1
    }

    /// Whether every byte of the text belongs to the set; true for an empty text.
    func containsAll(of text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy(contains)
    }
}
