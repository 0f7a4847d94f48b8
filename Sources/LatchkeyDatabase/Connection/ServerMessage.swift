import LatchkeyTree

/// A parsed and validated server message of the database protocol, version 5.
enum ServerMessage {
    case hello(session: String?, milliseconds: Double?)
    /// The client must connect to another host.
    case redirect(host: String)
    /// The client must not reconnect.
    case shutDown(reason: String)
    case respond(request: Int, status: String, data: JSONValue)
    case put(Node, at: TreePath, tag: Int?)
    case merge([(path: WritePath, node: Node)], at: TreePath, tag: Int?)
    /// A listen was revoked. `queries` is `nil` for all data at the path.
    case listenRevoked(TreePath, queries: [Query]?)
    case authRevoked(status: String, text: String)
    /// A message that a newer server may send.
    case unknown

    /// Parses a message.
    ///
    /// - Throws: `TreeError`, `QueryError` or ``Malformed``. Invalid messages for listeners are not skipped, because the client's data
    ///   would differ from the server's without notice.
    init(_ text: [UInt8]) throws {
        let message = try JSONValue(json: text)
        guard let data = message["d"] else { throw Malformed() }
        switch message["t"]?.string {
        case "c": self = Self.control(data)
        case "d": self = try Self.data(data)
        default: self = .unknown
        }
    }

    struct Malformed: Error {}

    private static func control(_ data: JSONValue) -> ServerMessage {
        let payload = data["d"]
        switch data["t"]?.string {
        case "h": return .hello(session: payload?["s"]?.string, milliseconds: payload?["ts"]?.number)
        case "r": return .redirect(host: payload?.string ?? "")
        case "s": return .shutDown(reason: payload?.string ?? "")
        default: return .unknown
        }
    }

    private static func data(_ data: JSONValue) throws -> ServerMessage {
        let body = data["b"] ?? .scalar(.null)
        if let number = data["r"]?.number {
            guard let request = Int(exactly: number) else { throw Malformed() }
            return .respond(request: request, status: body["s"]?.string ?? "", data: body["d"] ?? .scalar(.null))
        }
        switch data["a"]?.string {
        case "d": return try put(body)
        case "m": return .merge(try children(body), at: try path(body), tag: try tag(body))
        case "c": return .listenRevoked(try path(body), queries: try queries(body["q"]))
        case "ac": return .authRevoked(status: body["s"]?.string ?? "", text: body["d"]?.string ?? "")
        default: return .unknown
        }
    }

    /// Parses a put. A put of a priority alone is a merge of its node.
    private static func put(_ body: JSONValue) throws -> ServerMessage {
        guard let text = body["p"]?.string else { throw Malformed() }
        let path = try WritePath(text)
        let node = try Node(body["d"] ?? .scalar(.null))
        guard path.isPriority else { return .put(node, at: path.node, tag: try tag(body)) }
        return .merge([(WritePath(.root, isPriority: true), node)], at: path.node, tag: try tag(body))
    }

    private static func path(_ body: JSONValue) throws -> TreePath {
        guard let text = body["p"]?.string else { throw Malformed() }
        return try TreePath(text)
    }

    private static func tag(_ body: JSONValue) throws -> Int? {
        guard let member = body["t"], member != .scalar(.null) else { return nil }
        guard let number = member.number, let tag = Int(exactly: number) else { throw Malformed() }
        return tag
    }

    private static func children(_ body: JSONValue) throws -> [(path: WritePath, node: Node)] {
        guard case .object(let members)? = body["d"] else { throw Malformed() }
        return try members.map { (try WritePath($0.name), try Node($0.value)) }
    }

    private static func queries(_ value: JSONValue?) throws -> [Query]? {
        switch value {
        case nil, .scalar(.null): return nil
        case .array(let elements): return try elements.map(query)
        case .object(let members): return [try query(.object(members))]
        default: throw Malformed()
        }
    }

    private static func query(_ value: JSONValue) throws -> Query {
        guard case .object(let members) = value else { throw Malformed() }
        var scalars: [String: JSONScalar] = [:]
        for (name, member) in members {
            guard case .scalar(let scalar) = member else { throw Malformed() }
            scalars[name] = scalar
        }
        return try Query(queryObject: scalars)
    }
}
