package import NIOCore
package import NIOHTTP1
import Synchronization

/// Upgrades one connection to the WebSocket protocol, at this node or at the one that has the database.
package final class PassageUpgrader<Own: NIOTypedHTTPServerProtocolUpgrader>: NIOTypedHTTPServerProtocolUpgrader {
    private let own: Own
    private let outcome: Own.UpgradeResult
    private let passOn: @Sendable (HTTPRequestHead, any Channel) async -> SocketPassage.Opened?
    private let passed = Mutex<PassedBytes.Waiting?>(nil)

    package let supportedProtocol = "websocket"
    package let requiredUpgradeHeaders: [String] = []

    /// - Parameters:
    ///   - own: Upgrades a connection at this node.
    ///   - outcome: The result for a connection that another node serves.
    ///   - passOn: Opens a connection to the other node; `nil` if this node serves the client, or refuses it.
    package init(
        _ own: Own, orPassedOn outcome: Own.UpgradeResult,
        passOn: @escaping @Sendable (HTTPRequestHead, any Channel) async -> SocketPassage.Opened?
    ) {
        self.own = own
        self.outcome = outcome
        self.passOn = passOn
    }

    package func buildUpgradeResponse(
        channel: any Channel, upgradeRequest head: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        let promise = channel.eventLoop.makePromise(of: HTTPHeaders.self)
        promise.completeWithTask { [self] in
            guard let opened = await passOn(head, channel) else {
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

    package func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<Own.UpgradeResult> {
        guard let passed = passed.withLock({ $0 }) else { return own.upgrade(channel: channel, upgradeRequest: upgradeRequest) }
        return channel.eventLoop.makeCompletedFuture {
            try passed.join(channel)
            return outcome
        }
    }
}
