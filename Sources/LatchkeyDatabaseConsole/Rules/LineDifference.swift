/// A line-by-line difference between two texts.
struct LineDifference: Sendable {
    enum Kind: Sendable {
        case same, added, removed
    }

    struct Line: Sendable {
        let kind: Kind
        let text: String
    }

    let lines: [Line]

    /// The maximum number of differing lines to compare, because time and memory grow with its square. Beyond it, everything between the
    /// common prefix and the common suffix counts as replaced.
    private static let maxCompared = 2000

    /// Maps equal lines to equal numbers, so that bytes are compared only once. Lines that are canonically equivalent, for example with a
    /// combining accent, are different lines, because rules distinguish them.
    private struct Numbered {
        private var numbers: [ArraySlice<UInt8>: Int] = [:]
        private(set) var texts: [ArraySlice<UInt8>] = []

        /// Returns the numbers of the lines. Line ends with and without a carriage return are equal.
        mutating func lines(of text: String) -> [Int] {
            Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
                if let known = numbers[line] { return known }
                numbers[line] = texts.count
                texts.append(line)
                return texts.count - 1
            }
        }
    }

    init(from old: String, to new: String) {
        var numbered = Numbered()
        let (old, new) = (numbered.lines(of: old), numbered.lines(of: new))
        let texts = numbered.texts
        func line(_ kind: Kind, _ number: Int) -> Line { Line(kind: kind, text: String(decoding: texts[number], as: UTF8.self)) }
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let middle = Self.middle(Array(old[head..<old.count - tail]), Array(new[head..<new.count - tail]))
        lines =
            old[..<head].map { line(.same, $0) } + middle.map { line($0.kind, $0.number) } + old.suffix(tail).map { line(.same, $0) }
    }

    private static func middle(_ old: [Int], _ new: [Int]) -> [(kind: Kind, number: Int)] {
        guard old.count + new.count <= maxCompared else { return old.map { (.removed, $0) } + new.map { (.added, $0) } }
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [(kind: Kind, number: Int)] = []
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            if removed.contains(from) {
                lines.append((.removed, old[from]))
                from += 1
            } else if added.contains(to) {
                lines.append((.added, new[to]))
                to += 1
            } else {
                lines.append((.same, new[to]))
                (from, to) = (from + 1, to + 1)
            }
        }
        return lines
    }

    var isEmpty: Bool { lines.allSatisfy { $0.kind == .same } }

    /// Returns the changed lines with some context. `nil` stands for omitted lines.
    func excerpt(around context: Int = 3) -> [Line?] {
        var shown = Array(repeating: false, count: lines.count)
        for index in lines.indices where lines[index].kind != .same {
            for near in max(0, index - context)...min(lines.count - 1, index + context) { shown[near] = true }
        }
        var found: [Line?] = []
        for index in lines.indices {
            if shown[index] {
                found.append(lines[index])
            } else if found.isEmpty || found.last.flatMap({ $0 }) != nil {
                found.append(nil)
            }
        }
        return found
    }
}
