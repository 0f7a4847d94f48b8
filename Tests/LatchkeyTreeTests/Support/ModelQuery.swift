import LatchkeyTestSupport

@testable import LatchkeyTree

/// A query as the specification defines it: sort all, filter, limit.
struct ModelQuery {
    enum Order {
        case key, value, priority
        case child([String])
    }
    /// A `nil` key is before or after all keys, depending on the end of the range.
    struct Bound {
        var value: Model
        var key: String?
        var isInclusive: Bool
    }
    var order = Order.priority
    var start: Bound?
    var end: Bound?
    var first: Int?
    var last: Int?

    /// The keys of the result, in order; `nil` for everything, also for a node without children.
    func keys(in model: Model) -> [String]? {
        if start == nil, end == nil, first == nil, last == nil { return nil }
        var keys = model.members.keys.sorted { compare(($0, sortValue($0, model)), ($1, sortValue($1, model))) < 0 }
        if let start {
            keys.removeAll {
                let side = compare(($0, sortValue($0, model)), (start.key ?? (start.isInclusive ? "[MIN]" : "[MAX]"), start.value))
                return start.isInclusive ? side < 0 : side <= 0
            }
        }
        if let end {
            keys.removeAll {
                let side = compare(($0, sortValue($0, model)), (end.key ?? (end.isInclusive ? "[MAX]" : "[MIN]"), end.value))
                return end.isInclusive ? side > 0 : side >= 0
            }
        }
        if let first { keys = Array(keys.prefix(first)) }
        if let last { keys = Array(keys.suffix(last)) }
        return keys
    }

    func apply(to model: Model) -> Model {
        guard let keys = keys(in: model) else { return model }
        let members = model.members.filter { keys.contains($0.key) }
        return members.isEmpty ? .nothing : .object(members, priority: nil)
    }

    private func sortValue(_ name: String, _ model: Model) -> Model {
        let child = model.members[name] ?? .nothing
        switch order {
        case .key: return .leaf(.string(name), priority: nil)
        case .value: return child
        case .priority: return child.priority.map { .leaf($0, priority: nil) } ?? .nothing
        case .child(let path): return child.child(path)
        }
    }

    private func compare(_ left: (key: String, value: Model), _ right: (key: String, value: Model)) -> Int {
        if case .key = order, case .leaf(.string(let first), _) = left.value, case .leaf(.string(let second), _) = right.value {
            return first == second ? 0 : Model.isKey(first, before: second) ? -1 : 1
        }
        let side = Model.compare(left.value, right.value)
        if side != 0 || left.key == right.key { return side }
        if left.key == "[MIN]" || right.key == "[MAX]" { return -1 }
        if left.key == "[MAX]" || right.key == "[MIN]" { return 1 }
        return Model.isKey(left.key, before: right.key) ? -1 : 1
    }
}

extension ModelQuery {
    static func random(_ dice: inout Dice) -> ModelQuery {
        var query = ModelQuery()
        query.order = dice.pick([.key, .value, .priority, .child(["a"]), .child(["a", "b"]), .child(["0"])])
        if dice.chance(1, in: 2) { query.start = query.bound(&dice) }
        if dice.chance(1, in: 2) { query.end = query.bound(&dice) }
        switch dice.below(3) {
        case 0: query.first = 1 + dice.below(6)
        case 1: query.last = 1 + dice.below(6)
        default: break
        }
        return query
    }

    private func bound(_ dice: inout Dice) -> Bound {
        if case .key = order {
            return Bound(value: .leaf(.string(dice.pick(Model.names)), priority: nil), key: nil, isInclusive: dice.chance(1, in: 2))
        }
        var isPriority = false
        if case .priority = order { isPriority = true }
        let value: Model = dice.chance(1, in: 5) ? .nothing : .leaf(.random(&dice, mayBeBoolean: !isPriority), priority: nil)
        return Bound(value: value, key: dice.chance(1, in: 2) ? dice.pick(Model.names) : nil, isInclusive: dice.chance(1, in: 2))
    }

    /// The same query, as the type under test.
    var query: Query {
        get throws {
            func made(_ bound: Bound) -> Query.Bound {
                let value: SortValue =
                    switch bound.value {
                    case .leaf(.boolean(let value), _): .boolean(value)
                    case .leaf(.number(let value), _): .number(value)
                    case .leaf(.string(let value), _): .string(value)
                    default: .null
                    }
                return Query.Bound(value, key: bound.key, isInclusive: bound.isInclusive)
            }
            let order: Query.Order =
                switch order {
                case .key: .key
                case .value: .value
                case .priority: .priority
                case .child(let path): .child(TreePath(keys: path.map(key)))
                }
            return try Query(
                order: order, start: start.map(made), end: end.map(made), limit: first.map { .first($0) } ?? last.map { .last($0) })
        }
    }
}
