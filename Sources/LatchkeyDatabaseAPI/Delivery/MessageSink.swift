import Synchronization

/// Takes what a session tells its client; how it gets there is no business of the session's.
///
/// Whoever sends never waits.
protocol MessageSink: Sendable {
    func send(_ message: [UInt8])
    /// Nothing more is taken in; what waits is still sent.
    func finish()
}

extension OutgoingMessages: MessageSink {}

/// A sink whose way to the client can be changed, once the client has a better one.
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

    /// What is sent from now on goes the other way; the last thing that goes the old one says so.
    func move(to other: any MessageSink, saying goodbye: [UInt8]) {
        sink.withLock { sink in
            sink.send(goodbye)
            sink.finish()
            sink = other
        }
    }
}
