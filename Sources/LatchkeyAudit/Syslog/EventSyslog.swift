import Foundation
public import LatchkeyIdentity

/// A stream of syslog messages (RFC 5424) over TCP, UDP or a local socket.
///
/// Syslog has no acknowledgement. Over TCP, a delivery succeeds when the machine of the receiver has confirmed all bytes; over a local socket,
/// when the receiver's queue has them; over UDP, when they were sent, so that datagrams can be lost in the network.
public struct EventSyslog: EventReceiver {
    /// The stream.
    public let stream = EventStream.syslog
    /// The address of the server.
    public let place: String
    /// The maximum number of messages in one delivery.
    public let maxEntries = 500

    private let thread = BlockingWork("latchkey.audit.syslog")
    private let connection: SyslogConnection
    private let host = ProcessInfo.processInfo.hostName
    private let isStream: Bool

    /// Creates a stream to a server. It connects with the first delivery.
    public init(_ address: SyslogAddress) {
        place = address.description
        connection = SyslogConnection(address)
        if case .tcp = address { isStream = true } else { isStream = false }
    }

    /// Sends messages, and connects first if needed.
    public func deliver(_ entries: [StreamedEvent]) async throws {
        let messages = entries.map { SyslogMessage(entry: $0, host: host, process: ProcessInfo.processInfo.processIdentifier).bytes }
        // Octet counting (RFC 6587, section 3.4.1): unlike a line break, it allows any byte in a message.
        let framed = isStream ? [messages.flatMap { Array("\($0.count) ".utf8) + $0 }] : messages
        try await thread.run { [connection] in try connection.send(framed) }
    }
}
