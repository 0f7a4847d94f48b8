import Synchronization

/// Whether the server is shutting down: it accepts no connections, and each open one ends with its next response.
///
/// Scope: one node.
public final class Drain: Sendable {
    private let begun = Atomic(false)

    /// Creates the state of a running server.
    public init() {}

    /// Whether the shutdown has begun.
    public var hasBegun: Bool { begun.load(ordering: .acquiring) }

    package func begin() { begun.store(true, ordering: .releasing) }
}

/// Fired on each connection when the listener stops accepting. Connections that have no next response, such as web sockets, say goodbye now;
/// others get SwiftNIO's `ChannelShouldQuiesceEvent` after their next response, or later.
package struct DrainBegins: Sendable {
    package init() {}
}
