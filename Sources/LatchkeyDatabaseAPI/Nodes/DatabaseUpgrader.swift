import LatchkeyNodes
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Synchronization

/// Upgrades one connection to the WebSocket protocol, at this node or at the one that has the database.
final class DatabaseUpgrader: NIOTypedHTTPServerProtocolUpgrader {
    private let own: NIOTypedWebSocketServerUpgrader<DatabaseChannel.Outcome>
    private let sockets: SocketServer
    private let passed = Mutex<PassedBytes.Waiting?>(nil)

    let supportedProtocol = "websocket"
    let requiredUpgradeHeaders: [String] = []

    /// - Parameter own: Upgrades a connection at this node.
    init(_ own: NIOTypedWebSocketServerUpgrader<DatabaseChannel.Outcome>, _ sockets: SocketServer) {
        self.own = own
        self.sockets = sockets
    }

    func buildUpgradeResponse(
        channel: any Channel, upgradeRequest head: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        let promise = channel.eventLoop.makePromise(of: HTTPHeaders.self)
        promise.completeWithTask { [self] in
            guard let opened = await sockets.passOn(head, on: channel) else {
                return try await own.buildUpgradeResponse(
                    channel: channel, upgradeRequest: head, initialResponseHeaders: initialResponseHeaders
                ).get()
            }
            passed.withLock { $0 = opened.bytes }
            channel.closeFuture.whenComplete { _ in opened.bytes.close() }
            return opened.response
        }
        return promise.futureResult
    }

    func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<DatabaseChannel.Outcome> {
        guard let passed = passed.withLock({ $0 }) else { return own.upgrade(channel: channel, upgradeRequest: upgradeRequest) }
        return channel.eventLoop.makeCompletedFuture {
            try passed.join(channel)
            return .passedOn
        }
    }
}
