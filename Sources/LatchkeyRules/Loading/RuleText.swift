/// The content of a string in the text of rules, and the position of each byte in that text.
struct RuleText: Sendable {
    /// The content in UTF-8, with escapes resolved.
    let bytes: [UInt8]
    /// The position of the content in the text.
    let start: Int
    /// The position of each byte and of the end. It is nil if there are no escapes, because positions are then consecutive.
    let offsets: [Int]?

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the range in the text of rules for a range of the content.
    func source(_ range: Range<Int>) -> Range<Int> {
        guard let offsets else { return start + range.lowerBound..<start + range.upperBound }
        let last = offsets.count - 1
        return offsets[min(range.lowerBound, last)]..<offsets[min(range.upperBound, last)]
    }

    /// The range of the whole content in the text of rules.
    var whole: Range<Int> { source(0..<bytes.count) }
}
