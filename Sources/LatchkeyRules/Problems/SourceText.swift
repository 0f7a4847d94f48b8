/// The text of rules as bytes, with the positions of its lines.
struct SourceText: Sendable {
    let bytes: [UInt8]
    private let lineStarts: [Int]
    /// The number of scalars before each block of bytes. Rules in one long line need thousands of positions.
    private let scalarsBefore: [Int]

    private static let block = 1024

    /// The maximum length of an excerpt in bytes, rounded up to a whole scalar.
    private static let maxExcerpt = 160

    init(_ text: String) {
        bytes = Array(text.utf8)
        var starts = [0]
        var counts: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.block == 0 { counts.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        }
        lineStarts = starts
        scalarsBefore = counts + [count]
    }

    /// Returns the line and column, both from 1. The column counts scalars.
    func position(of offset: Int) -> (line: Int, column: Int) {
        let line = lineIndex(of: offset)
        return (line + 1, scalarCount(lineStarts[line]..<max(lineStarts[line], min(offset, bytes.count))) + 1)
    }

    func problem(_ range: Range<Int>, _ message: String, hint: String? = nil) -> RulesProblem {
        let (line, column) = position(of: range.lowerBound)
        let start = lineStarts[line - 1]
        var end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let inLine = range.lowerBound..<max(range.lowerBound, min(range.upperBound, end))
        let (excerpt, excerptColumn) = excerpt(of: start..<end, around: min(range.lowerBound, end), column: column)
        return RulesProblem(
            line: line, column: column, length: max(1, scalarCount(inLine)), message: message, hint: hint, excerpt: excerpt,
            excerptColumn: excerptColumn)
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    private func lineIndex(of offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func scalarCount(_ range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<bytes.count)
        return scalars(before: range.upperBound) - scalars(before: range.lowerBound)
    }

    private func scalars(before offset: Int) -> Int {
        let block = offset / Self.block
        return bytes[block * Self.block..<offset].reduce(scalarsBefore[block]) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    private func excerpt(of line: Range<Int>, around offset: Int, column: Int) -> (text: String, column: Int) {
        guard line.count > Self.maxExcerpt else { return (text(line), 1) }
        // The excerpt begins at a scalar, so that its column is exact.
        var start = max(line.lowerBound, offset - Self.maxExcerpt / 2)
        while start > line.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var end = min(line.upperBound, start + Self.maxExcerpt)
        while end < line.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return (text(start..<end), column - scalarCount(start..<offset))
    }
}
