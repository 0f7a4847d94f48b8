/// What a text has that another has not, line by line.
struct LineDifference: Sendable {
    enum Kind: Sendable {
        case same, added, removed
    }

    struct Line: Sendable {
        let kind: Kind
        let text: String
    }

    let lines: [Line]

    /// Finding the least difference takes time and room that grow with the square of what differs. Beyond this many lines, what lies
    /// between the common beginning and the common end is one text in place of another.
    private static let maxCompared = 2000

    /// A line by a number that it has in common with every equal one: numbers are compared many times, and bytes once. Two texts that
    /// people cannot tell apart, as with an accent of its own, are different lines, because rules tell them apart.
    private struct Numbered {
        private var numbers: [ArraySlice<UInt8>: Int] = [:]
        private(set) var texts: [ArraySlice<UInt8>] = []

        /// Lines end as they may, with a carriage return or without.
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

    /// What differs, with a few lines around it; nil stands for lines that were left out.
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
