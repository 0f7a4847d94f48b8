import Foundation

/// Ways to subscribe to a list. Each returns a connection that receives the events.
enum Listening {
    /// Subscribes to server-sent events of the database's REST API.
    static func events(_ server: LatchkeyServer, path: String, token: String) throws -> Int32 {
        let socket = try LoopbackSocket.connect(port: server.databasePort)
        try LoopbackSocket.send(
            HTTPMessage.get("\(path).json?auth=\(token)", headers: ["Accept": "text/event-stream"]), to: socket)
        _ = try LoopbackSocket.read(from: socket, until: "event: put")
        return socket
    }

    /// Subscribes through the database's WebSocket.
    ///
    /// - Parameter query: A query in the protocol's format; `nil` for all children.
    static func webSocket(_ server: LatchkeyServer, path: String, query: String? = nil, token: String) throws -> Int32 {
        let socket = try LoopbackSocket.connect(port: server.databasePort)
        let upgrade = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "bGF0Y2hrZXkgYmVuY2htYQ==",
        ]
        try LoopbackSocket.send(HTTPMessage.get("/.ws?v=5", headers: upgrade), to: socket)
        _ = try LoopbackSocket.read(from: socket, until: #""t":"h""#)
        try LoopbackSocket.send(frame(#"{"t":"d","d":{"r":1,"a":"auth","b":{"cred":"\#(token)"}}}"#), to: socket)
        let received = query.map { #","q":\#($0),"t":1"# } ?? ""
        try LoopbackSocket.send(frame(#"{"t":"d","d":{"r":2,"a":"q","b":{"p":"\#(path)","h":""\#(received)}}}"#), to: socket)
        let reply = try LoopbackSocket.read(from: socket, until: #""r":2,"#)
        guard reply.contains(#""s":"ok""#), !reply.contains("permission_denied") else {
            throw BenchmarkFailure("no listening: \(reply)")
        }
        return socket
    }

    /// Sends a keep-alive to the database's WebSocket, which requires one per minute.
    static func keepAlive(_ socket: Int32) throws {
        try LoopbackSocket.send(frame("0"), to: socket)
    }

    /// Subscribes to PocketBase's realtime events of a collection.
    static func records(_ server: PocketBase, collection: String, token: String) throws -> Int32 {
        struct Input: Encodable {
            let clientId: String
            let subscriptions: [String]
        }
        let socket = try LoopbackSocket.connect(port: server.port)
        try LoopbackSocket.send(HTTPMessage.get("/api/realtime", headers: ["Accept": "text/event-stream"]), to: socket)
        let hello = try LoopbackSocket.read(from: socket, until: #""clientId":"#)
        guard let id = hello.split(separator: #""clientId":""#).last?.prefix(while: { $0 != "\"" }) else {
            throw BenchmarkFailure("PocketBase names no client: \(hello)")
        }
        let message = try HTTPMessage.post(
            "/api/realtime", json: Input(clientId: String(id), subscriptions: [collection]), headers: ["Authorization": token])
        let status = try HTTPConnection(port: server.port).exchange(message)
        guard status == 204 else { throw BenchmarkFailure("PocketBase takes no subscription: status \(status)") }
        return socket
    }

    /// Returns a masked text frame (RFC 6455, section 5.2). The mask is zero, which leaves the text unchanged.
    private static func frame(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length: [UInt8] =
            bytes.count < 126 ? [0x80 | UInt8(bytes.count)] : [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)]
        return [0x81] + length + [0, 0, 0, 0] + bytes
    }
}
