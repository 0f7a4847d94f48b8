/// The query object of the WebSocket protocol: `i` is the order. `sp`, `sn` and `sin` are the value, the key and the inclusiveness of the
/// start; `ep`, `en` and `ein` are those of the end. `l` is the limit, and `vf` the end from which it counts.
extension Query {
    /// The names that clients send for the places before and after every key.
    private static let lowestName = "[MIN_NAME]"
    private static let highestName = "[MAX_NAME]"

    /// Parses a query object in JSON.
    ///
    /// - Throws: ``QueryError``, also for a text that is not an object of scalars.
    public init(queryObject text: some Sequence<UInt8>) throws(QueryError) {
        guard let members = ScalarReader.object(text) else { throw .syntax }
        try self.init(queryObject: members)
    }

    /// Creates a query from a query object.
    ///
    /// - Parameter members: The members by name. Unknown members are ignored. Bounds without `sin` or `ein` are inclusive, because older
    ///   clients have no other bounds.
    /// - Throws: ``QueryError``.
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
        // In the order by key, the value is the key, so a separate key is redundant.
        case .string(let text): name = order == .key ? nil : text
        default: throw .key(key)
        }
        let isInclusive = members[flag] != .boolean(false)
        // This is the default of a bound without a key.
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
        // The `limit` of the first clients.
        case nil: return hasStart ? .first(Int(count)) : .last(Int(count))
        default: throw .viewFrom
        }
    }

    /// The query object as a client sends it; empty for all data by priority.
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

    /// The query object as JSON. Members are sorted by name, so that equal queries have equal texts.
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
    /// Returns the place of the bound in an order, for the start or the end of a range.
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
