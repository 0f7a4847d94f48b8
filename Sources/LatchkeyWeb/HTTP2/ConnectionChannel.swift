package import HummingbirdCore
package import NIOCore

/// The channel of a port, with the parts of it that HTTP/1.1 and HTTP/2 share.
package protocol ConnectionChannel: ListenerChannel, HTTPChannelHandler {
    /// The time without a request or data after which a connection is closed.
    var idleTimeout: TimeAmount { get }

    /// Counts a connection before anything is read from it. Further calls for the same connection have no effect.
    func admit(_ connection: any Channel)

    /// Records that a connection has sent the head of a request.
    func spoke(_ connection: any Channel)

    /// Returns the closure that rejects all requests of a connection beyond the limits; nil for a connection within them.
    func refusal(of connection: any Channel) -> Responder?
}
