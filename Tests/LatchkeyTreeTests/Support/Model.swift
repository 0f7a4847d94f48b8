import LatchkeyTestSupport

/// A tree of plain dictionaries, slow and obvious, for comparison.
indirect enum Model: Equatable {
    case nothing
    case leaf(Leaf, priority: Leaf?)
    case object([String: Model], priority: Leaf?)

    enum Leaf: Equatable {
        case boolean(Bool)
        case number(Double)
        case string(String)
    }

    var priority: Leaf? {
        switch self {
        case .nothing: nil
        case .leaf(_, let priority), .object(_, let priority): priority
        }
    }

    var members: [String: Model] {
        if case .object(let members, _) = self { members } else { [:] }
    }

    func child(_ path: [String]) -> Model {
        path.reduce(self) { $0.members[$1] ?? .nothing }
    }

    func setting(_ model: Model, at path: ArraySlice<String>) -> Model {
        guard let name = path.first else { return model }
        let before = members[name] ?? .nothing
        let after = before.setting(model, at: path.dropFirst())
        if before == .nothing, after == .nothing { return self }
        var all = members
        all[name] = after == .nothing ? nil : after
        return all.isEmpty ? .nothing : .object(all, priority: priority)
    }

    func setting(priority: Leaf?) -> Model {
        switch self {
        case .nothing: .nothing
        case .leaf(let value, _): .leaf(value, priority: priority)
        case .object(let members, _): .object(members, priority: priority)
        }
    }

    /// In export format, with members in the order of their keys.
    var json: String {
        switch self {
        case .nothing: return "null"
        case .leaf(let value, nil): return value.json
        case .leaf(let value, let priority?): return #"{".value":\#(value.json),".priority":\#(priority.json)}"#
        case .object(let members, let priority):
            let children = members.sorted { Model.isKey($0.key, before: $1.key) }.map { "\"\($0.key)\":\($0.value.json)" }
            let all = (priority.map { [#"".priority":\#($0.json)"#] } ?? []) + children
            return "{\(all.joined(separator: ","))}"
        }
    }
}

extension Model.Leaf {
    /// Texts and numbers of the tests need no escapes.
    var json: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .number(let value): value == value.rounded() ? "\(Int(value))" : "\(value)"
        case .string(let text): "\"\(text)\""
        }
    }

    static func random(_ dice: inout Dice, mayBeBoolean: Bool = true) -> Self {
        switch dice.below(mayBeBoolean ? 4 : 3) {
        case 0: .number(Double(dice.below(6)))
        case 1: .number(Double(dice.below(40)) / 8)
        case 2: .string(dice.pick(["", "a", "b", "bb", "ä", "\u{E000}", "😀", "z"]))
        default: .boolean(dice.chance(1, in: 2))
        }
    }
}

extension Model {
    /// The order of keys in the specification.
    static func isKey(_ left: String, before right: String) -> Bool {
        switch (integer(left), integer(right)) {
        case (let first?, let second?):
            if first != second { return first < second }
            if left.utf16.count != right.utf16.count { return left.utf16.count < right.utf16.count }
        case (.some, nil): return true
        case (nil, .some): return false
        case (nil, nil): break
        }
        return left.utf16.lexicographicallyPrecedes(right.utf16)
    }

    private static func integer(_ text: String) -> Int? {
        var digits = Substring(text)
        if digits.hasPrefix("-") { digits = digits.dropFirst() }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        digits = digits.drop { $0 == "0" }
        guard digits.count <= 10, let number = Int(digits.isEmpty ? "0" : String(digits)) else { return nil }
        let value = text.hasPrefix("-") ? -number : number
        return (Int(Int32.min)...Int(Int32.max)).contains(value) ? value : nil
    }

    /// The order of values in the specification: nothing, false, true, numbers, strings, objects.
    static func compare(_ left: Model, _ right: Model) -> Int {
        func rank(_ model: Model) -> Int {
            switch model {
            case .nothing: 0
            case .leaf(.boolean(false), _): 1
            case .leaf(.boolean(true), _): 2
            case .leaf(.number, _): 3
            case .leaf(.string, _): 4
            case .object: 5
            }
        }
        switch (left, right) {
        case (.leaf(.number(let left), _), .leaf(.number(let right), _)): return left < right ? -1 : left > right ? 1 : 0
        case (.leaf(.string(let left), _), .leaf(.string(let right), _)):
            return left.utf16.lexicographicallyPrecedes(right.utf16) ? -1 : left == right ? 0 : 1
        default: return rank(left) - rank(right)
        }
    }

    static let names = ["a", "b", "c", "0", "1", "2", "10", "01", "-1", "k", "name with blanks", "ä", "\u{FB01}", "🍎"]

    static func random(_ dice: inout Dice, levels: Int = 3) -> Model {
        let priority: Leaf? = dice.chance(1, in: 5) ? Leaf.random(&dice, mayBeBoolean: false) : nil
        if levels == 0 || dice.chance(1, in: 3) { return .leaf(.random(&dice), priority: priority) }
        var members: [String: Model] = [:]
        for _ in 0..<dice.below(6) {
            let child = random(&dice, levels: levels - 1)
            if child != .nothing { members[dice.pick(names)] = child }
        }
        return members.isEmpty ? .nothing : .object(members, priority: priority)
    }
}
