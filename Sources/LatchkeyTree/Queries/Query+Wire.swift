/// The query object of the websocket's protocol: `i` the order, `sp`, `sn`, `sin` the start by value, key and whether it is in the
/// range, `ep`, `en`, `ein` the end, `l` the limit and `vf` from where it counts.
extension Query {
    /// What clients send as a key for "before every key" and "after every key".
    private static let lowestName = "[MIN_NAME]"
    private static let highestName = "[MAX_NAME]"

    /// - Throws: `QueryError`, also for a text that is no object of single values.
    public init(queryObject text: some Sequence<UInt8>) throws(QueryError) {
        guard let members = ScalarReader.object(text) else { throw .syntax }
        try self.init(queryObject: members)
    }

    /// - Parameter members: unknown ones are not looked at. Bounds without `sin` or `ein` are inclusive: older clients know no others.
    /// - Throws: `QueryError`.
    public init(queryObject members: [String: JSONScalar]) throws(QueryError) {
        let order = try Self.order(members["i"])
        let start = try Self.bound(members, value: "sp", key: "sn", flag: "sin", order: order)
        let end = try Self.bound(members, value: "ep", key: "en", flag: "ein", order: order)
        try self.init(order: order, start: start, end: end, limit: try Self.limit(members, hasStart: start != nil))
    }

    private static func order(_ index: JSONScalar?) throws(QueryError) -> Order {
        switch index {
        case nil, .string(".priority"): .priority
        case .string(".key"): .key
        case .string(".value"): .value
        case .string(let path): .child(try Order.path(path))
        default: throw .order
        }
    }

    private static func bound(
        _ members: [String: JSONScalar], value: String, key: String, flag: String, order: Order
    ) throws(QueryError) -> Bound? {
        guard let value = members[value] else { return nil }
        var name: String?
        switch members[key] {
        case nil, .null: break
        // Keys are named by the value already; what is sent beside it says nothing new.
        case .string(let text): name = order == .key ? nil : text
        default: throw .key(key)
        }
        let isInclusive = members[flag] != .boolean(false)
        // What a bound without a key means anyway.
        if name == ((flag == "sin") == isInclusive ? lowestName : highestName) { name = nil }
        return Bound(SortValue(value), key: name, isInclusive: isInclusive)
    }

    private static func limit(_ members: [String: JSONScalar], hasStart: Bool) throws(QueryError) -> Limit? {
        guard let member = members["l"] else { return nil }
        guard case .number(let number) = member, let count = Int32(exactly: number) else { throw .limitIsNoInteger("limit") }
        guard count > 0 else { throw .limit("limit") }
        switch members["vf"] {
        case .string("l"): return .first(Int(count))
        case .string("r"): return .last(Int(count))
        // What the first clients' `limit` means.
        case nil: return hasStart ? .first(Int(count)) : .last(Int(count))
        default: throw .viewFrom
        }
    }

    /// The query as a client sends it; empty for everything in the order of priorities.
    public var queryObject: [String: JSONScalar] {
        var members: [String: JSONScalar] = [:]
        switch order {
        case .priority: break
        case .key: members["i"] = .string(".key")
        case .value: members["i"] = .string(".value")
        case .child(let path): members["i"] = .string(path.keys.map(\.text).joined(separator: "/"))
        }
        if let start {
            members["sp"] = start.value.scalar
            members["sn"] = (start.key ?? (start.isInclusive || order == .key ? nil : Self.highestName)).map { .string($0) }
            members["sin"] = .boolean(start.isInclusive)
        }
        if let end {
            members["ep"] = end.value.scalar
            members["en"] = (end.key ?? (end.isInclusive || order == .key ? nil : Self.lowestName)).map { .string($0) }
            members["ein"] = .boolean(end.isInclusive)
        }
        switch limit {
        case .first(let count): (members["l"], members["vf"]) = (.number(Double(count)), .string("l"))
        case .last(let count): (members["l"], members["vf"]) = (.number(Double(count)), .string("r"))
        case nil: break
        }
        return members
    }

    /// The query object as JSON, its members in the order of their names, so that equal queries have equal texts.
    public var queryObjectText: String {
        var writer = JSONWriter()
        writer.append(text: "{")
        for (index, member) in queryObject.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { writer.append(text: ",") }
            writer.append(quoting: member.key)
            writer.append(text: ":")
            writer.append(scalar: member.value)
        }
        writer.append(text: "}")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension Query.Bound {
    /// Where the bound stands in an order, for the start of a range or for its end.
    func place(in order: Query.Order, isStart: Bool) -> IndexKey {
        if order == .key, case .string(let text) = value { return IndexKey(value: .null, key: Self.key(named: text)) }
        if let key { return IndexKey(value: value, key: Self.key(named: key)) }
        return IndexKey(value: value, key: isStart == isInclusive ? .lowest : .highest)
    }

    private static func key(named name: String) -> ChildKey {
        switch name {
        case "[MIN_NAME]": .lowest
        case "[MAX_NAME]": .highest
        default: ChildKey(unchecked: name)
        }
    }
}
