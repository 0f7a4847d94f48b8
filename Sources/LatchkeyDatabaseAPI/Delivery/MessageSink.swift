import Synchronization

/// A destination for the messages that a session sends to its client, independent of the transport.
///
/// Sending never waits.
protocol MessageSink: Sendable {
    func send(_ message: [UInt8])
    /// Ignores further messages. Queued messages are still sent.
    func finish()
}

extension OutgoingMessages: MessageSink {}

/// A sink with a replaceable transport, for clients that move to a better one.
final class MovableSink: MessageSink {
    private let sink: Mutex<any MessageSink>

    init(_ sink: any MessageSink) {
        self.sink = Mutex(sink)
    }

    func send(_ message: [UInt8]) {
        sink.withLock { $0.send(message) }
    }

    func finish() {
        sink.withLock { $0.finish() }
    }

    /// Sends a last message through the current sink, and all later messages through another sink.
    func move(to other: any MessageSink, saying goodbye: [UInt8]) {
        sink.withLock { sink in
            sink.send(goodbye)
            sink.finish()
            sink = other
        }
    }
}
