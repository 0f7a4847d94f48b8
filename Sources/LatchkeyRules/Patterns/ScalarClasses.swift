/// The equivalence classes of scalars that no set of a regular expression distinguishes, as numbers.
struct ScalarClasses: Sendable {
    /// The first scalar of each range; `classes` has the class of the range.
    private var starts: [UInt32] = []
    private var classes: [UInt16] = []
    private var ascii: [UInt16] = []
    /// For each class, whether it is in each of the sets.
    private(set) var members: [[Bool]] = []

    var count: Int { members.count }

    init(_ sets: [ScalarSet]) {
        var borders: Set<UInt32> = [0]
        for set in sets {
            for range in set.ranges {
                borders.insert(range.lowerBound)
                borders.insert(range.upperBound + 1)
            }
        }
        var known: [[Bool]: UInt16] = [:]
        for border in borders.sorted() where border <= 0x10FFFF {
            let signature = sets.map { $0.contains(border) }
            let number = known[signature] ?? UInt16(truncatingIfNeeded: members.count)
            if known[signature] == nil {
                known[signature] = number
                members.append(signature)
            }
            if classes.last == number { continue }
            starts.append(border)
            classes.append(number)
        }
        ascii = (0..<128).map { search($0) }
    }

    func callAsFunction(_ scalar: Unicode.Scalar) -> Int {
        Int(scalar.value < 128 ? ascii[Int(scalar.value)] : search(scalar.value))
    }

    private func search(_ value: UInt32) -> UInt16 {
        var low = 0
        var high = starts.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= value { low = middle } else { high = middle - 1 }
        }
        return classes[low]
    }
}
