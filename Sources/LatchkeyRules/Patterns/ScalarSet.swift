/// A set of Unicode scalars, stored as ascending ranges that neither overlap nor touch.
struct ScalarSet: Sendable, Equatable {
    private(set) var ranges: [ClosedRange<UInt32>]

    init(_ ranges: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    var inverted: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return ScalarSet(result)
    }

    func contains(_ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}

extension ScalarSet {
    static let digits = ScalarSet([0x30...0x39])
    static let wordScalars = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// White space and line terminators of JavaScript.
    static let space = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F,
        0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// The scalars that `.` matches: all but line terminators.
    static let notLineEnd = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted

    /// The set with the other case of every letter. As in JavaScript, a letter outside of ASCII has no variant in ASCII.
    var ignoringCase: ScalarSet {
        var result = ranges
        for range in ranges {
            // Most scripts with two cases have low code points, so large ranges are only examined up to U+0600.
            for value in range.lowerBound...min(range.upperBound, range.count > 4096 ? max(range.lowerBound, 0x600) : range.upperBound) {
                guard let scalar = Unicode.Scalar(value) else { continue }
                for other in Self.variants(of: scalar) { result.append(other...other) }
            }
        }
        return ScalarSet(result)
    }

    private static func variants(of scalar: Unicode.Scalar) -> [UInt32] {
        let direct = [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping]
        let other = direct.compactMap(single).flatMap { [single($0.properties.uppercaseMapping), single($0.properties.lowercaseMapping)] }
        return (direct.map(single) + other).compactMap { $0?.value }.filter { ($0 < 0x80) == (scalar.value < 0x80) }
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}
