import LatchkeyRealtime
import LatchkeyTree

/// A message of the database's protocol, version 5: `{"t":"d","d":{...}}` for data, `"t":"c"` for control.
enum SocketMessage {
    /// Written by hand, because nearly all of it is a tree that writes itself.
    static func hello(session: String, host: String, milliseconds: Double) -> [UInt8] {
        control("h") { writer in
            writer.append(raw: "{\"ts\":\(JSONNumber.text(milliseconds)),\"v\":\"5\",\"h\":")
            writer.append(quoting: host)
            writer.append(raw: ",\"s\":")
            writer.append(quoting: session)
            writer.append(raw: "}")
        }
    }

    /// The client may not come back.
    static func shutDown(_ reason: String) -> [UInt8] { control("s") { $0.append(quoting: reason) } }

    static let pong = control("o") { $0.append(raw: "{}") }

    /// A socket may carry the session on that was polled for.
    static let mayMove = control("a") { $0.append(raw: "{}") }

    /// Nothing more is sent on this way.
    static var endOfTransmission: [UInt8] { control("n") { $0.append(raw: "{}") } }

    /// The client shall begin anew, there.
    static func reset(_ host: String) -> [UInt8] { control("r") { $0.append(quoting: host) } }

    private static func control(_ kind: String, _ payload: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"t\":\"c\",\"d\":{\"t\":\"\(kind)\",\"d\":")
        payload(&writer)
        writer.append(raw: "}}")
        return writer.bytes
    }

    /// The answer to a request.
    static func response(to request: Int, status: String, _ payload: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"t\":\"d\",\"d\":{\"r\":\(request),\"b\":{\"s\":")
        writer.append(quoting: status)
        writer.append(raw: ",\"d\":")
        payload(&writer)
        writer.append(raw: "}}}")
        return writer.bytes
    }

    static func response(to request: Int, status: String, text: String = "") -> [UInt8] {
        response(to: request, status: status) { $0.append(quoting: text) }
    }

    /// A place is another node: `d`, with the listener's tag if it has one.
    static func put(_ node: Node, at path: TreePath, tag: Int?) -> [UInt8] {
        push("d", path, tag) { $0.append(node, .export) }
    }

    /// Several places below a path are others: `m`.
    static func merge(_ children: [(path: String, node: Node)], at path: TreePath, tag: Int?) -> [UInt8] {
        push("m", path, tag) { $0.append(children, .export) }
    }

    /// A place is another tree in some ranges of leaves, to a client that said which ones it holds: `rm`.
    static func ranges(_ merges: [RangeMerge], at path: TreePath, tag: Int?) -> [UInt8] {
        push("rm", path, tag) { writer in
            writer.append(raw: "[")
            for (index, merge) in merges.enumerated() {
                writer.append(raw: index > 0 ? ",{" : "{")
                for (name, bound) in [("s", merge.start), ("e", merge.end)] {
                    guard let bound else { continue }
                    writer.append(raw: "\"\(name)\":")
                    writer.append(quoting: bound)
                    writer.append(raw: ",")
                }
                writer.append(raw: "\"m\":")
                writer.append(merge.node, .export)
                writer.append(raw: "}")
            }
            writer.append(raw: "]")
        }
    }

    /// A listener was turned away: `c`, with its query as it was sent, by which clients find it, and the name of the denial, which they
    /// pass over.
    static func revoked(_ path: TreePath, query: ClientQuery, decision: DecisionID?) -> [UInt8] {
        push("c") { writer in
            writer.append(raw: "{\"p\":")
            writer.append(quoting: name(path))
            if let text = query.text { writer.append(raw: ",\"q\":[\(text)]") }
            if let decision { writer.append(raw: ",\"decision\":\"\(decision)\"") }
            writer.append(raw: "}")
        }
    }

    /// The credential ended: `ac`. Clients come back with another one.
    static func authRevoked(status: String, text: String) -> [UInt8] {
        push("ac") { writer in
            writer.append(raw: "{\"s\":")
            writer.append(quoting: status)
            writer.append(raw: ",\"d\":")
            writer.append(quoting: text)
            writer.append(raw: "}")
        }
    }

    /// Its time was over.
    static let authExpired = authRevoked(status: "expired_token", text: "Auth token is expired")
    /// What it rested on is gone: a session, a secret, a service account.
    static let authEnded = authRevoked(status: "invalid_token", text: "credential is no longer valid")

    /// For who asked to be told which rules were asked: `sd`. Clients print it.
    static func securityDebug(_ text: String) -> [UInt8] {
        push("sd") { writer in
            writer.append(raw: "{\"msg\":")
            writer.append(quoting: text)
            writer.append(raw: "}")
        }
    }

    private static func push(_ action: String, _ path: TreePath, _ tag: Int?, _ data: (inout JSONWriter) -> Void) -> [UInt8] {
        push(action) { writer in
            writer.append(raw: "{\"p\":")
            writer.append(quoting: name(path))
            writer.append(raw: ",\"d\":")
            data(&writer)
            if let tag { writer.append(raw: ",\"t\":\(tag)") }
            writer.append(raw: "}")
        }
    }

    private static func push(_ action: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"t\":\"d\",\"d\":{\"a\":\"\(action)\",\"b\":")
        body(&writer)
        writer.append(raw: "}}")
        return writer.bytes
    }

    /// Without the slash in front, as Firebase's server writes paths.
    private static func name(_ path: TreePath) -> String {
        path.keys.map(\.text).joined(separator: "/")
    }
}
