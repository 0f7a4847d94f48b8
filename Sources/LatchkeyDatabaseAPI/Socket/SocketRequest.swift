import LatchkeyTree

/// A parsed and validated request from a socket client.
enum SocketRequest {
    /// `hash` is the hash of the data that the client holds; `ranges` contains the hashes of its parts, if the client supports ranges.
    case listen(TreePath, ClientQuery, tag: Int?, hash: String, ranges: CompoundHash?)
    case unlisten(TreePath, ClientQuery, tag: Int?)
    case get(TreePath, Query)
    case put(WritePath, Node, hash: String?)
    case merge(TreePath, [(path: WritePath, node: Node)], hash: String?)
    case onDisconnectPut(WritePath, Node)
    case onDisconnectMerge(TreePath, [(path: WritePath, node: Node)])
    case onDisconnectCancel(TreePath)
    /// `override` replaces the value of `auth` for administrators; `nil` for none.
    case authenticate(credential: String, override: JSONValue?)
    case unauthenticate
    /// A request that is acknowledged without any effect: statistics, App Check.
    case noted

    /// Whether the request changes the credential. The previous credential then need not be valid.
    var changesCredential: Bool {
        switch self {
        case .authenticate, .unauthenticate: true
        default: false
        }
    }

    /// Whether the response, or the decision to allow the request, depends on the data, and thus on earlier writes.
    var looksAtData: Bool {
        switch self {
        case .listen, .get, .onDisconnectPut, .onDisconnectMerge: true
        case .put, .merge, .unlisten, .onDisconnectCancel, .authenticate, .unauthenticate, .noted: false
        }
    }

    /// - Returns: `nil` for an unknown action.
    /// - Throws: `TreeError`, `QueryError` or `SocketRequestError` for an invalid body.
    init?(action: String, body: JSONValue) throws {
        switch action {
        case "q", "l":
            self = .listen(
                try Self.path(body), try ClientQuery(body["q"]), tag: Self.tag(body), hash: body["h"]?.string ?? "",
                ranges: body["ch"].flatMap { CompoundHash($0) })
        case "n", "u": self = .unlisten(try Self.path(body), try ClientQuery(body["q"]), tag: Self.tag(body))
        case "g": self = .get(try Self.path(body), try ClientQuery(body["q"]).query)
        case "p": self = .put(try Self.writePath(body), try Self.node(body), hash: body["h"]?.string)
        case "m": self = .merge(try Self.path(body), try Self.children(body), hash: body["h"]?.string)
        case "o": self = .onDisconnectPut(try Self.writePath(body), try Self.node(body))
        case "om": self = .onDisconnectMerge(try Self.path(body), try Self.children(body))
        case "oc": self = .onDisconnectCancel(try Self.path(body))
        case "auth", "gauth":
            guard let credential = body["cred"]?.string else { throw SocketRequestError("“cred” is missing.") }
            let isNobody = body["noauth"] == .scalar(.boolean(true))
            self = .authenticate(credential: credential, override: isNobody ? .scalar(.null) : body["authvar"])
        case "unauth": self = .unauthenticate
        case "s", "appcheck", "unappcheck", "unappeck": self = .noted
        default: return nil
        }
    }

    private static func path(_ body: JSONValue) throws -> TreePath {
        guard let text = body["p"]?.string else { throw SocketRequestError("“p” is missing.") }
        return try TreePath(text)
    }

    private static func writePath(_ body: JSONValue) throws -> WritePath {
        guard let text = body["p"]?.string else { throw SocketRequestError("“p” is missing.") }
        return try WritePath(text)
    }

    private static func tag(_ body: JSONValue) -> Int? { body["t"]?.number.flatMap { Int(exactly: $0) } }

    private static func node(_ body: JSONValue) throws -> Node { try Node(body["d"] ?? .scalar(.null)) }

    private static func children(_ body: JSONValue) throws -> [(path: WritePath, node: Node)] {
        guard case .object(let members)? = body["d"] else { throw TreeError.updateIsNoObject }
        return try members.map { (try WritePath(member: $0.name), try Node($0.value)) }
    }
}

/// An error that the client can correct, with a description for the client.
protocol BadDatabaseRequest: Error, CustomStringConvertible {}

extension TreeError: BadDatabaseRequest {}
extension QueryError: BadDatabaseRequest {}

/// An invalid request.
struct SocketRequestError: BadDatabaseRequest {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
