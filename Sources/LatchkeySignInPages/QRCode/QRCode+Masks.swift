/// Masks keep the data from resembling the patterns. The mask with the lowest penalty is used.
extension QRCode {
    func applying(mask: Int) -> QRCode {
        var code = self
        code.invert { column, row in
            switch mask {
            case 0: (row + column).isMultiple(of: 2)
            case 1: row.isMultiple(of: 2)
            case 2: column.isMultiple(of: 3)
            case 3: (row + column).isMultiple(of: 3)
            case 4: (row / 2 + column / 3).isMultiple(of: 2)
            case 5: row * column % 2 + row * column % 3 == 0
            case 6: (row * column % 2 + row * column % 3).isMultiple(of: 2)
            default: ((row + column) % 2 + row * column % 3).isMultiple(of: 2)
            }
        }
        code.drawFormat(mask: mask)
        return code
    }

    /// The penalty score (ISO/IEC 18004, 7.8.3): long runs, squares, finder-like patterns and an imbalance of colors.
    var penalty: Int {
        let rows = (0..<size).map { row in (0..<size).map { isDark($0, row) } }
        let columns = (0..<size).map { column in (0..<size).map { isDark(column, $0) } }
        let lines = (rows + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
        var squares = 0
        for row in 1..<size {
            for column in 1..<size {
                let corner = rows[row][column]
                if rows[row - 1][column] == corner, rows[row][column - 1] == corner, rows[row - 1][column - 1] == corner { squares += 3 }
            }
        }
        let percent = modules.count { $0 } * 100 / modules.count
        return lines + squares + abs(percent - 50) / 5 * 10
    }

    private static let finder = [true, false, true, true, true, false, true]
    private static let light = [false, false, false, false]

    private static func penalty(ofLine line: [Bool]) -> Int {
        var penalty = 0
        var run = 0
        for (index, isDark) in line.enumerated() {
            run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
            if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
        }
        for start in 0...line.count - finder.count - light.count {
            let part = Array(line[start..<start + finder.count + light.count])
            if part == finder + light || part == light + finder { penalty += 40 }
        }
        return penalty
    }
}
