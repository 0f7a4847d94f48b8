import LatchkeyRealtime
package import NIOCore
package import NIOHTTP1
import Synchronization

/// Begins the links of nodes that follow databases of this node, at its database port, after ``Followers/admits(_:from:)``.
package final class LinkUpgrader<Outcome: Sendable>: NIOTypedHTTPServerProtocolUpgrader {
    private let followers: Followers
    private let outcome: @Sendable (Follower) -> Outcome
    private let admitted = Mutex<RealtimeDatabase?>(nil)

    package let supportedProtocol = NodePassage.linkProtocol
    package let requiredUpgradeHeaders: [String] = []

    /// - Parameter outcome: Returns the result of the upgrade.
    package init(_ followers: Followers, outcome: @escaping @Sendable (Follower) -> Outcome) {
        self.followers = followers
        self.outcome = outcome
    }

    package func buildUpgradeResponse(
        channel: any Channel, upgradeRequest head: HTTPRequestHead, initialResponseHeaders: HTTPHeaders
    ) -> EventLoopFuture<HTTPHeaders> {
        let promise = channel.eventLoop.makePromise(of: HTTPHeaders.self)
        promise.completeWithTask { [self] in
            let database = try await followers.database(for: head.uri)
            admitted.withLock { $0 = database }
            return initialResponseHeaders
        }
        // Otherwise, the connection would stay open without a response.
        promise.futureResult.whenFailure { _ in channel.close(promise: nil) }
        return promise.futureResult
    }

    package func upgrade(channel: any Channel, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<Outcome> {
        channel.eventLoop.makeCompletedFuture {
            guard let database = admitted.withLock({ $0 }) else { throw FollowingRefused() }
            return outcome(Follower(database: database, link: try NodeLink.make(on: channel), followers: followers))
        }
    }
}

/// A node that begins to follow a database of this node.
package struct Follower: Sendable {
    let database: RealtimeDatabase
    let link: NodeLink
    let followers: Followers

    /// Serves the other node until the link ends.
    package func serve() async throws { try await followers.serve(database, link) }
}
