/// The content of a string in the rules' text, and where each byte of it stands there.
struct RuleText: Sendable {
    /// UTF-8, with escapes resolved.
    let bytes: [UInt8]
    /// Where the content begins in the text.
    let start: Int
    /// The place of each byte and of the end; nil where nothing was escaped, and places only have to be counted.
    let offsets: [Int]?

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The place in the rules' text of a range of the content.
    func source(_ range: Range<Int>) -> Range<Int> {
        guard let offsets else { return start + range.lowerBound..<start + range.upperBound }
        let last = offsets.count - 1
        return offsets[min(range.lowerBound, last)]..<offsets[min(range.upperBound, last)]
    }

    /// The place of the whole content.
    var whole: Range<Int> { source(0..<bytes.count) }
}
