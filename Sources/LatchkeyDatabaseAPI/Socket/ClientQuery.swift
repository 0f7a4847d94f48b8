import LatchkeyTree

/// A query together with its text from the client. Clients find their listeners by this text when a listener is removed.
struct ClientQuery: Hashable {
    let query: Query
    /// The query object as JSON; `nil` if there is none, or if it is empty.
    let text: String?

    /// - Parameter value: The `q` member of a request.
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
    /// Reads the `ch` member of a request, with paths `ps` and hashes `hs`; `nil` if it is invalid, which has the same effect as no member.
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
