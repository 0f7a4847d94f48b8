/// The codewords: the text as bytes with their error correction, in drawing order.
extension QRCode {
    static let versions = 1...15

    /// The block structure by version, for level M (ISO/IEC 18004, table 9).
    private static let correctionPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
    private static let blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]

    /// The capacity in bytes of text.
    static func capacity(of version: Int) -> Int { dataCount(version) - (countBits(version) == 8 ? 2 : 3) }

    private static func countBits(_ version: Int) -> Int { version < 10 ? 8 : 16 }

    /// The number of codewords: all modules except those of the patterns, divided by eight.
    private static func totalCount(_ version: Int) -> Int {
        var modules = (16 * version + 128) * version + 64
        if version >= 2 {
            let alignments = version / 7 + 2
            modules -= (25 * alignments - 10) * alignments - 55
            if version >= 7 { modules -= 36 }
        }
        return modules / 8
    }

    private static func dataCount(_ version: Int) -> Int {
        totalCount(version) - correctionPerBlock[version - 1] * blockCounts[version - 1]
    }

    static func codewords(_ bytes: [UInt8], version: Int) -> [UInt8] {
        let count = blockCounts[version - 1]
        let data = data(bytes, version: version)
        // If the data does not divide evenly, the last blocks are one codeword longer.
        let shortLength = data.count / count
        let shortCount = count - data.count % count
        var blocks: [ArraySlice<UInt8>] = []
        var start = 0
        for index in 0..<count {
            let length = shortLength + (index < shortCount ? 0 : 1)
            blocks.append(data[start..<start + length])
            start += length
        }
        let divisor = ReedSolomon.divisor(degree: correctionPerBlock[version - 1])
        let corrections = blocks.map { ReedSolomon.remainder(of: $0, by: divisor) }
        let interleaved = (0...shortLength).flatMap { index in
            blocks.compactMap { index < $0.count ? $0[$0.startIndex + index] : nil }
        }
        return interleaved + divisor.indices.flatMap { index in corrections.map { $0[index] } }
    }

    /// The data codewords: mode, length, text, terminator and padding.
    private static func data(_ bytes: [UInt8], version: Int) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) { bits += (0..<count).reversed().map { value >> $0 & 1 == 1 } }
        append(0b0100, 4)
        append(bytes.count, countBits(version))
        for byte in bytes { append(Int(byte), 8) }
        let whole = dataCount(version)
        append(0, min(4, whole * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } as UInt8
        }
        for index in 0..<whole - data.count { data.append(index.isMultiple(of: 2) ? 0xEC : 0x11) }
        return data
    }
}

/// The Reed-Solomon code over GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1.
private enum ReedSolomon {
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product = 0
        for bit in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x11D
            product ^= Int(right >> UInt8(bit) & 1) * Int(left)
        }
        return UInt8(truncatingIfNeeded: product)
    }

    /// The coefficients of the generator polynomial (x - 2^0)(x - 2^1)... without the leading one.
    static func divisor(degree: Int) -> [UInt8] {
        var divisor = Array(repeating: 0, count: degree - 1) + [1] as [UInt8]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in divisor.indices {
                divisor[index] = product(divisor[index], root)
                if index + 1 < divisor.count { divisor[index] ^= divisor[index + 1] }
            }
            root = product(root, 2)
        }
        return divisor
    }

    static func remainder(of data: ArraySlice<UInt8>, by divisor: [UInt8]) -> [UInt8] {
        var rest = Array(repeating: 0 as UInt8, count: divisor.count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in divisor.indices { rest[index] ^= product(divisor[index], factor) }
        }
        return rest
    }
}
