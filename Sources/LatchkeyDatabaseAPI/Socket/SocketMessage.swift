import LatchkeyRealtime
import LatchkeyTree

/// The messages of the database protocol, version 5: `{"t":"d","d":{...}}` for data, `"t":"c"` for control.
enum SocketMessage {
    /// Returns the first message to a client. It is written without a JSON encoder, as all messages, because most of their data is a tree
    /// that writes its own JSON.
    static func hello(session: String, host: String, milliseconds: Double) -> [UInt8] {
        control("h") { writer in
            writer.append(raw: "{\"ts\":\(JSONNumber.text(milliseconds)),\"v\":\"5\",\"h\":")
            writer.append(quoting: host)
            writer.append(raw: ",\"s\":")
            writer.append(quoting: session)
            writer.append(raw: "}")
        }
    }

    /// Returns a message after which the client must not reconnect.
    static func shutDown(_ reason: String) -> [UInt8] { control("s") { $0.append(quoting: reason) } }

    static let pong = control("o") { $0.append(raw: "{}") }

    /// Tells the client that its session may move from polls to this socket.
    static let mayMove = control("a") { $0.append(raw: "{}") }

    /// Announces that no more messages will follow on this transport.
    static var endOfTransmission: [UInt8] { control("n") { $0.append(raw: "{}") } }

    /// Returns a message that makes the client start a new session at a host.
    static func reset(_ host: String) -> [UInt8] { control("r") { $0.append(quoting: host) } }

    private static func control(_ kind: String, _ payload: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"t\":\"c\",\"d\":{\"t\":\"\(kind)\",\"d\":")
        payload(&writer)
        writer.append(raw: "}}")
        return writer.bytes
    }

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

    /// Returns a `d` message: the node at a path has changed. It contains the listener's tag if there is one.
    static func put(_ node: Node, at path: TreePath, tag: Int?) -> [UInt8] {
        push("d", path, tag) { $0.append(node, .export) }
    }

    /// Returns an `m` message: several nodes below a path have changed.
    static func merge(_ children: [(path: String, node: Node)], at path: TreePath, tag: Int?) -> [UInt8] {
        push("m", path, tag) { $0.append(children, .export) }
    }

    /// Returns an `rm` message: a node has changed in some ranges of leaves, for a client that sent the ranges that it holds.
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

    /// Returns a `c` message: a listener was removed.
    ///
    /// It contains the query as the client sent it, by which clients find the listener, and the ID of the denial, which they ignore.
    static func revoked(_ path: TreePath, query: ClientQuery, decision: DecisionID?) -> [UInt8] {
        push("c") { writer in
            writer.append(raw: "{\"p\":")
            writer.append(quoting: name(path))
            if let text = query.text { writer.append(raw: ",\"q\":[\(text)]") }
            if let decision { writer.append(raw: ",\"decision\":\"\(decision)\"") }
            writer.append(raw: "}")
        }
    }

    /// Returns an `ac` message: the credential has ended. Clients reconnect with another one.
    static func authRevoked(status: String, text: String) -> [UInt8] {
        push("ac") { writer in
            writer.append(raw: "{\"s\":")
            writer.append(quoting: status)
            writer.append(raw: ",\"d\":")
            writer.append(quoting: text)
            writer.append(raw: "}")
        }
    }

    /// The message for a credential that expired.
    static let authExpired = authRevoked(status: "expired_token", text: "Auth token is expired")
    /// The message for a credential that has ended because its session, secret or service account no longer exists.
    static let authEnded = authRevoked(status: "invalid_token", text: "credential is no longer valid")

    /// Returns an `sd` message with the evaluated rules, for clients with `debug`. Clients print it.
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

    /// Returns a path without the leading slash, as Firebase's server writes it.
    private static func name(_ path: TreePath) -> String {
        path.keys.map(\.text).joined(separator: "/")
    }
}
