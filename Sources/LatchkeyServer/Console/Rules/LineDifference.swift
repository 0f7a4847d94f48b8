// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What a text has that another has not, line by line.
struct LineDifference: Sendable {
    enum Kind: Sendable {
        case same, added, removed
    }

    struct Line: Sendable {
        let kind: Kind
        let text: Substring
    }

    let lines: [Line]

    /// Finding the least difference takes time and room that grow with the square of what differs. Beyond this many lines, what lies
    /// between the common beginning and the common end is one text in place of another.
    private static let maxCompared = 4000

    init(from old: String, to new: String) {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false)
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let (from, to) = (old[head..<old.count - tail], new[head..<new.count - tail])
        lines =
            old[..<head].map { Line(kind: .same, text: $0) } + Self.middle(from, to) + old.suffix(tail).map { Line(kind: .same, text: $0) }
    }

    private static func middle(_ old: ArraySlice<Substring>, _ new: ArraySlice<Substring>) -> [Line] {
        guard old.count + new.count <= maxCompared else {
            return old.map { Line(kind: .removed, text: $0) } + new.map { Line(kind: .added, text: $0) }
        }
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in Array(new).difference(from: Array(old)) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            if removed.contains(from) {
                lines.append(Line(kind: .removed, text: old[old.startIndex + from]))
                from += 1
            } else if added.contains(to) {
                lines.append(Line(kind: .added, text: new[new.startIndex + to]))
                to += 1
            } else {
                lines.append(Line(kind: .same, text: new[new.startIndex + to]))
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
