package import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// Connects the web socket of a client to another node.
///
/// The other node responds to the client's own handshake (RFC 6455, section 4), so that afterwards the bytes can be passed on as they are.
package enum SocketPassage {
    /// A connection to the other node, and the headers of its response to the handshake.
    package struct Opened: Sendable {
        package let bytes: PassedBytes.Waiting
        package let response: HTTPHeaders
    }

    /// - Parameters:
    ///   - head: The request of the client.
    ///   - fields: Its headers, for the other node.
    package static func open(
        to address: NodeAddress, _ head: HTTPRequestHead, fields: HTTPFields, on eventLoop: any EventLoop
    ) async throws -> Opened {
        try await NodeHandshake.open(to: address, "websocket", head.uri, fields, on: eventLoop) { channel, headers in
            Opened(bytes: try PassedBytes.Waiting(on: channel), response: headers)
        }
    }
}
