/// Drawing of the patterns and the data.
extension QRCode {
    mutating func drawPatterns() {
        for index in 0..<size {
            fix(6, index, index.isMultiple(of: 2))
            fix(index, 6, index.isMultiple(of: 2))
        }
        drawFinder(3, 3)
        drawFinder(size - 4, 3)
        drawFinder(3, size - 4)
        let places = alignments
        for (index, column) in places.enumerated() {
            for (other, row) in places.enumerated() {
                // Three corners hold finder patterns.
                let last = places.count - 1
                if (index, other) == (0, 0) || (index, other) == (0, last) || (index, other) == (last, 0) { continue }
                drawAlignment(column, row)
            }
        }
        drawFormat(mask: 0)
        drawVersion()
    }

    /// Draws the three finder patterns with their separators.
    private mutating func drawFinder(_ column: Int, _ row: Int) {
        for down in -4...4 {
            for right in -4...4 where (0..<size).contains(column + right) && (0..<size).contains(row + down) {
                let distance = max(abs(right), abs(down))
                fix(column + right, row + down, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ column: Int, _ row: Int) {
        for down in -2...2 {
            for right in -2...2 { fix(column + right, row + down, max(abs(right), abs(down)) != 1) }
        }
    }

    private var alignments: [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
    }

    /// Draws the error correction level and the mask twice, with their error correction code (BCH 15, 5).
    mutating func drawFormat(mask: Int) {
        // Level M is 00.
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<6 { fix(8, index, bit(index)) }
        fix(8, 7, bit(6))
        fix(8, 8, bit(7))
        fix(7, 8, bit(8))
        for index in 9..<15 { fix(14 - index, 8, bit(index)) }
        for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
        for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
        fix(8, size - 8, true)
    }

    /// Draws the version twice, with its error correction code (BCH 18, 6).
    private mutating func drawVersion() {
        guard version >= 7 else { return }
        var rest = version
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version << 12 | rest
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            fix(size - 11 + index % 3, index / 3, isDark)
            fix(index / 3, size - 11 + index % 3, isDark)
        }
    }

    /// Draws the data up and down in columns of two modules, from the right.
    mutating func place(_ codewords: [UInt8]) {
        var index = 0
        var isUpward = true
        for right in stride(from: size - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * size + column] && index < codewords.count * 8 {
                    set(column, row, codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1)
                    index += 1
                }
            }
            isUpward.toggle()
        }
    }
}
