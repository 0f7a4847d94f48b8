import NIOCore
import Synchronization

/// The open connections of a listener.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosing = false
        var hasEnded = false

        /// Whether the last connection of a closing listener is gone; true once.
        mutating func ends() -> Bool {
            guard isClosing, channels.isEmpty, !hasEnded else { return false }
            hasEnded = true
            return true
        }
    }

    private let state = Mutex(State())
    private let counts: PortCounts?
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Called once, when the listener is closed and has no connection. No connection is added afterwards.
    init(counts: PortCounts?, onEnd: @escaping @Sendable () -> Void) {
        self.counts = counts
        self.onEnd = onEnd
    }

    /// Adds a connection, which is removed when it is closed.
    ///
    /// - Returns: Whether it was added. If not, close it.
    func add(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdded = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.channels[id] = channel
            return true
        }
        guard isAdded else { return false }
        counts?.countConnection(1)
        channel.closeFuture.whenComplete { _ in
            self.counts?.countConnection(-1)
            let ends = self.state.withLock { state in
                state.channels[id] = nil
                return state.ends()
            }
            if ends { self.onEnd() }
        }
        return true
    }

    /// Records that the listener is closed, so that only connections that it has accepted already are added.
    func close() {
        let ends = state.withLock { state in
            state.isClosing = true
            return state.ends()
        }
        if ends { onEnd() }
    }

    func fire(_ event: some Sendable) {
        for channel in all {
            channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(event) }
        }
    }

    func closeAll() {
        for channel in all { channel.close(promise: nil) }
    }

    private var all: [any Channel] { state.withLock { Array($0.channels.values) } }
}
