import LatchkeyTree

/// A query and how the client wrote it: clients find their listeners by that when they are told of their end.
struct ClientQuery: Hashable {
    let query: Query
    /// The query object as JSON; nil for none, or an empty one.
    let text: String?

    /// - Parameter value: `q` of a request.
    /// - Throws: `QueryError`.
    init(_ value: JSONValue?) throws {
        guard case .object(let members)? = value, !members.isEmpty else {
            (query, text) = (.all, nil)
            return
        }
        var scalars: [String: JSONScalar] = [:]
        var writer = JSONWriter()
        for (name, value) in members {
            guard case .scalar(let scalar) = value else { throw QueryError.syntax }
            writer.append(raw: scalars.isEmpty ? "{" : ",")
            scalars[name] = scalar
            writer.append(quoting: name)
            writer.append(raw: ":")
            switch scalar {
            case .null: writer.append(raw: "null")
            case .boolean(let value): writer.append(raw: value ? "true" : "false")
            case .number(let value): writer.append(raw: JSONNumber.text(value))
            case .string(let value): writer.append(quoting: value)
            }
        }
        writer.append(raw: "}")
        query = try Query(queryObject: scalars)
        text = String(decoding: writer.bytes, as: UTF8.self)
    }

    static func == (left: ClientQuery, right: ClientQuery) -> Bool { left.query == right.query }

    func hash(into hasher: inout Hasher) {
        hasher.combine(query)
    }
}

extension CompoundHash {
    /// `ch` of a request: its paths `ps` and hashes `hs`; nil for what cannot be, which is as good as nothing.
    init?(_ value: JSONValue) {
        guard let paths = value["ps"]?.strings, let hashes = value["hs"]?.strings else { return nil }
        self.init(paths: paths, hashes: hashes)
    }
}

extension JSONValue {
    fileprivate var strings: [String]? {
        guard case .array(let elements) = self else { return nil }
        let strings = elements.compactMap(\.string)
        return strings.count == elements.count ? strings : nil
    }
}
