extension Query {
    /// The names of the query parameters of the REST API.
    public static let parameterNames: Set<String> = [
        "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst", "limitToLast",
    ]

    /// Creates a query from the parameters of a REST request. Parameters other than `parameterNames` are ignored.
    ///
    /// - Parameters:
    ///   - parameters: The parameters by name.
    ///   - isShallow: Whether the request has `shallow=true`. The order is then by key, and only `limitToFirst` and `startAfter` are valid.
    ///     The key in `startAfter` needs no quotes, because Firebase's CLI lists large nodes in this way.
    /// - Throws: ``QueryError``.
    public init(parameters: [String: String], isShallow: Bool = false) throws(QueryError) {
        let limit = try Self.limit(parameters)
        if isShallow {
            for name in Self.parameterNames.subtracting(["limitToFirst", "startAfter"]).sorted() where parameters[name] != nil {
                throw .shallow(name)
            }
            let start = parameters["startAfter"].map { Bound(.string(Self.unquoted($0)), isInclusive: false) }
            if start == nil, limit == nil {
                self = .all
            } else {
                try self.init(order: .key, start: start, limit: limit)
            }
            return
        }
        let equal = try Self.bound("equalTo", parameters)
        let start = try Self.bound("startAt", parameters)
        let after = try Self.bound("startAfter", parameters, isInclusive: false)
        let end = try Self.bound("endAt", parameters)
        let before = try Self.bound("endBefore", parameters, isInclusive: false)
        guard let text = parameters["orderBy"] else {
            for name in Self.parameterNames where parameters[name] != nil { throw .orderMissing }
            self = .all
            return
        }
        if start != nil, after != nil { throw .twoStarts }
        if end != nil, before != nil { throw .twoEnds }
        if equal != nil, start ?? after ?? end ?? before != nil { throw .equalToAndOthers }
        try self.init(
            order: try Order(parameter: text), start: start ?? after ?? equal, end: end ?? before ?? equal, limit: limit)
    }

    private static func limit(_ parameters: [String: String]) throws(QueryError) -> Limit? {
        let first = try count("limitToFirst", parameters)
        let last = try count("limitToLast", parameters)
        if first != nil, last != nil { throw .twoLimits }
        return first.map { .first($0) } ?? last.map { .last($0) }
    }

    private static func count(_ name: String, _ parameters: [String: String]) throws(QueryError) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard let count = Int32(text) else { throw .limitIsNoInteger(name) }
        guard count > 0 else { throw .limit(name) }
        return Int(count)
    }

    /// Parses `value` or `value,"key"`, both in JSON.
    private static func bound(_ name: String, _ parameters: [String: String], isInclusive: Bool = true) throws(QueryError) -> Bound? {
        guard let text = parameters[name] else { return nil }
        let values = ScalarReader.array("[" + text + "]")
        guard let values, let value = values.first, values.count <= 2 else { throw .value(name) }
        guard values.count == 2 else { return Bound(SortValue(value), isInclusive: isInclusive) }
        guard case .string(let key) = values[1] else { throw .key(name) }
        return Bound(SortValue(value), key: key, isInclusive: isInclusive)
    }

    private static func unquoted(_ text: String) -> String {
        if text.hasPrefix("\""), case .string(let key)? = ScalarReader.array("[" + text + "]")?.first { return key }
        return text
    }
}

extension Query.Order {
    /// Parses the parameter `orderBy`, which is a JSON string.
    fileprivate init(parameter: String) throws(QueryError) {
        guard let values = ScalarReader.array("[" + parameter + "]"), values.count == 1, case .string(let text) = values[0] else {
            throw .order
        }
        switch text {
        case "$key": self = .key
        case "$value": self = .value
        case "$priority": self = .priority
        default: self = .child(try Self.path(text))
        }
    }

    static func path(_ text: String) throws(QueryError) -> TreePath {
        guard let path = try? TreePath(text), !path.isRoot else { throw .order }
        return path
    }
}
