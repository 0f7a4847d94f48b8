import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Opens a connection to another node whose protocol changes with the first request (RFC 9110, section 7.8).
enum NodeHandshake {
    /// The other node has responded without a change of the protocol.
    struct Refused: Error {}

    /// The time in which the other node has to respond.
    private static let patience = TimeAmount.seconds(5)
    private static let security = Result { try NIOSSLContext(configuration: .makeClientConfiguration()) }

    /// - Parameters:
    ///   - name: The name of the protocol.
    ///   - fields: The headers of the request.
    ///   - upgrade: Called on the event loop with the connection after the change, and the headers of the response.
    static func open<Upgraded: Sendable>(
        to address: NodeAddress, _ name: String, _ uri: String, _ fields: HTTPFields, on eventLoop: any EventLoop,
        upgrade: @escaping @Sendable (any Channel, HTTPHeaders) throws -> Upgraded
    ) async throws -> Upgraded {
        var request = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri)
        request.headers = HTTPHeaders(fields.map { ($0.name.rawName, $0.value) })
        request.headers.replaceOrAdd(name: "host", value: address.authority)
        let security = address.isSecure ? try security.get() : nil
        let upgraded = try await ClientBootstrap(group: eventLoop)
            .connectTimeout(patience)
            .endingInSilence()
            .connect(host: address.host, port: address.port) { [request] channel in
                channel.eventLoop.makeCompletedFuture {
                    if let security { try channel.pipeline.syncOperations.addHandler(handler(security, address)) }
                    return try shakeHands(on: channel, request, Change(supportedProtocol: name, make: upgrade))
                }
            }
        return try await upgraded.get()
    }

    /// Sends the request when the channel is connected. Call it on the event loop.
    private static func shakeHands<Upgraded>(
        on channel: any Channel, _ request: HTTPRequestHead, _ wanted: Change<Upgraded>
    ) throws -> EventLoopFuture<Upgraded> {
        let upgrade = NIOTypedHTTPClientUpgradeConfiguration<Upgraded>(
            upgradeRequestHead: request, upgraders: [wanted],
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

    /// The change of the protocol.
    private struct Change<Upgraded: Sendable>: NIOTypedHTTPClientProtocolUpgrader {
        let supportedProtocol: String
        let make: @Sendable (any Channel, HTTPHeaders) throws -> Upgraded
        let requiredUpgradeHeaders: [String] = []

        func addCustom(upgradeRequestHeaders: inout HTTPHeaders) {}
        func shouldAllowUpgrade(upgradeResponse: HTTPResponseHead) -> Bool { true }

        func upgrade(channel: any Channel, upgradeResponse: HTTPResponseHead) -> EventLoopFuture<Upgraded> {
            channel.eventLoop.makeCompletedFuture { try make(channel, upgradeResponse.headers) }
        }
    }
}
