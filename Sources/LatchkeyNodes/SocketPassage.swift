package import HTTPTypes
package import NIOCore
package import NIOHTTP1
import NIOPosix
import NIOSSL

/// Connects the web socket of a client to another node.
///
/// The other node responds to the client's own handshake (RFC 6455, section 4), so that afterwards the bytes can be passed on as they are.
package enum SocketPassage {
    /// A connection to the other node, and the headers of its response to the handshake.
    package struct Opened: Sendable {
        package let bytes: PassedBytes.Waiting
        package let response: HTTPHeaders
    }

    private struct Refused: Error {}

    /// The time in which the other node has to respond to the handshake.
    private static let patience = TimeAmount.seconds(5)
    private static let security = Result { try NIOSSLContext(configuration: .makeClientConfiguration()) }

    /// - Parameters:
    ///   - head: The request of the client.
    ///   - fields: Its headers, for the other node.
    package static func open(
        to address: NodeAddress, _ head: HTTPRequestHead, fields: HTTPFields, on eventLoop: any EventLoop
    ) async throws -> Opened {
        var request = HTTPRequestHead(version: .http1_1, method: .GET, uri: head.uri)
        request.headers = HTTPHeaders(fields.map { ($0.name.rawName, $0.value) })
        request.headers.replaceOrAdd(name: "host", value: address.authority)
        let security = address.isSecure ? try security.get() : nil
        let upgraded = try await ClientBootstrap(group: eventLoop)
            .connectTimeout(patience)
            .endingInSilence()
            .connect(host: address.host, port: address.port) { [request] channel in
                channel.eventLoop.makeCompletedFuture {
                    if let security { try channel.pipeline.syncOperations.addHandler(handler(security, address)) }
                    return try shakeHands(on: channel, request)
                }
            }
        return try await upgraded.get()
    }

    /// Sends the handshake when the channel is connected. Call it on the event loop.
    private static func shakeHands(on channel: any Channel, _ request: HTTPRequestHead) throws -> EventLoopFuture<Opened> {
        let upgrade = NIOTypedHTTPClientUpgradeConfiguration<Opened>(
            upgradeRequestHead: request, upgraders: [Handshake()],
            notUpgradingCompletionHandler: { channel in
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(Refused())
            })
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
        configuration.leftOverBytesStrategy = .forwardBytes
        let opened = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: configuration)
        let end = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        opened.whenComplete { _ in end.cancel() }
        return opened
    }

    private static func handler(_ security: NIOSSLContext, _ address: NodeAddress) throws -> NIOSSLClientHandler {
        let isName = (try? SocketAddress(ipAddress: address.host, port: address.port)) == nil
        return try NIOSSLClientHandler(context: security, serverHostname: isName ? address.host : nil)
    }

    /// The handshake with the other node.
    private struct Handshake: NIOTypedHTTPClientProtocolUpgrader {
        let supportedProtocol = "websocket"
        let requiredUpgradeHeaders: [String] = []

        func addCustom(upgradeRequestHeaders: inout HTTPHeaders) {}
        func shouldAllowUpgrade(upgradeResponse: HTTPResponseHead) -> Bool { true }

        func upgrade(channel: any Channel, upgradeResponse: HTTPResponseHead) -> EventLoopFuture<Opened> {
            channel.eventLoop.makeCompletedFuture {
                Opened(bytes: try PassedBytes.Waiting(on: channel), response: upgradeResponse.headers)
            }
        }
    }
}
