import LatchkeyTree

/// A client message of the database protocol, version 5: `{"t":"d","d":{"r":number,"a":action,"b":body}}`.
enum ClientMessage {
    /// The maximum size of a message as JSON, in bytes. Servers close the connection on a longer message.
    static let maxBytes = 16 * 1024 * 1024
    /// The maximum size of a message from a client that is not signed in.
    static let maxBytesOfNobody = 1024 * 1024

    static func listen(to path: TreePath, query: Query, tag: Int?, hash: String) -> Body {
        Body(action: "q") { writer in
            writer.member("p", path, isFirst: true)
            writer.members(query: query, tag: tag)
            writer.member("h", hash)
        }
    }

    static func unlisten(from path: TreePath, query: Query, tag: Int?) -> Body {
        Body(action: "n") { writer in
            writer.member("p", path, isFirst: true)
            writer.members(query: query, tag: tag)
        }
    }

    static func get(_ path: TreePath, query: Query) -> Body {
        Body(action: "g") { writer in
            writer.member("p", path, isFirst: true)
            writer.append(raw: ",\"q\":")
            writer.append(raw: query.isUnfiltered ? "{}" : query.queryObjectText)
        }
    }

    /// Returns a request that replaces a node.
    ///
    /// - Parameter action: `p`, or `o` for an on-disconnect write.
    static func put(_ node: Node, at path: WritePath, hash: String?, action: StaticString = "p") -> Body {
        Body(action: action) { writer in
            writer.append(raw: "\"p\":")
            writer.append(quoting: path.text)
            writer.append(raw: ",\"d\":")
            writer.append(node, .export)
            if let hash { writer.member("h", hash) }
        }
    }

    /// Returns a request that replaces several nodes.
    ///
    /// - Parameter action: `m`, or `om` for an on-disconnect write.
    static func merge(_ children: [(path: WritePath, node: Node)], at path: TreePath, action: StaticString = "m") -> Body {
        Body(action: action) { writer in
            writer.member("p", path, isFirst: true)
            writer.append(raw: ",\"d\":{")
            for (index, child) in children.enumerated() {
                if index > 0 { writer.append(raw: ",") }
                // Relative to the path of the update.
                writer.append(quoting: String(child.path.text.dropFirst()))
                writer.append(raw: ":")
                writer.append(child.node, .export)
            }
            writer.append(raw: "}")
        }
    }

    static func onDisconnectCancel(_ path: TreePath) -> Body {
        Body(action: "oc") { writer in
            writer.member("p", path, isFirst: true)
            writer.append(raw: ",\"d\":null")
        }
    }

    /// Returns a request that authenticates the connection. Tokens with three parts are user tokens, all others are administrator tokens.
    static func authenticate(_ token: String) -> Body {
        Body(action: token.split(separator: ".", omittingEmptySubsequences: false).count == 3 ? "auth" : "gauth") { writer in
            writer.append(raw: "\"cred\":")
            writer.append(quoting: token)
        }
    }

    static var unauthenticate: Body { Body(action: "unauth") { _ in } }

    /// A request without its number.
    struct Body {
        let action: StaticString
        let members: (inout JSONWriter) -> Void

        func numbered(_ number: Int) -> [UInt8] {
            var writer = JSONWriter()
            writer.append(raw: "{\"t\":\"d\",\"d\":{\"r\":\(number),\"a\":\"\(action)\",\"b\":{")
            members(&writer)
            writer.append(raw: "}}}")
            return writer.bytes
        }
    }
}

extension WritePath {
    /// The path as used in requests, with a leading slash.
    var text: String {
        isPriority ? (node.isRoot ? "" : node.description) + "/.priority" : node.description
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ path: TreePath, isFirst: Bool) {
        append(raw: isFirst ? "\"\(name)\":" : ",\"\(name)\":")
        append(quoting: path.description)
    }

    fileprivate mutating func member(_ name: String, _ text: String) {
        append(raw: ",\"\(name)\":")
        append(quoting: text)
    }

    /// Appends the query if it has a tag. A query that only has an order returns all data and needs no parameters.
    fileprivate mutating func members(query: Query, tag: Int?) {
        if let tag {
            append(raw: ",\"q\":\(query.queryObjectText),\"t\":\(tag)")
        }
    }
}
