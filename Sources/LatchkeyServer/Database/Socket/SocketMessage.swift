// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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

    static var pong: [UInt8] { control("o") { $0.append(raw: "{}") } }

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
        push("m", path, tag) { writer in
            writer.append(raw: "{")
            for (index, child) in children.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                writer.append(quoting: child.path)
                writer.append(raw: ":")
                writer.append(child.node, .export)
            }
            writer.append(raw: "}")
        }
    }

    /// A listener was turned away: `c`, with its query, by which clients find it, and the name of the denial, which they pass over.
    static func revoked(_ path: TreePath, query: Query, decision: DecisionID?) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"t\":\"d\",\"d\":{\"a\":\"c\",\"b\":{\"p\":")
        writer.append(quoting: name(path))
        if !query.isUnfiltered { writer.append(raw: ",\"q\":[\(query.queryObjectText)]") }
        if let decision { writer.append(raw: ",\"decision\":\"\(decision)\"") }
        writer.append(raw: "}}}")
        return writer.bytes
    }

    /// The credential ended: `ac`. Clients come back with another one.
    static var authRevoked: [UInt8] {
        Array(#"{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired"}}}"#.utf8)
    }

    private static func push(_ action: String, _ path: TreePath, _ tag: Int?, _ data: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(raw: "{\"t\":\"d\",\"d\":{\"a\":\"\(action)\",\"b\":{\"p\":")
        writer.append(quoting: name(path))
        writer.append(raw: ",\"d\":")
        data(&writer)
        if let tag { writer.append(raw: ",\"t\":\(tag)") }
        writer.append(raw: "}}}")
        return writer.bytes
    }

    /// Without the slash in front, as Firebase's server writes paths.
    private static func name(_ path: TreePath) -> String {
        path.keys.map(\.text).joined(separator: "/")
    }
}
