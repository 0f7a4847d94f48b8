package import HummingbirdCore

/// What a listener serves its connections with.
package protocol ListenerChannel: ServerChildChannel {
    /// Waits for work of connections that continues after the calls of `handle(value:logger:)`. Called once, after all connections were closed.
    func ended() async
}

extension ListenerChannel {
    package func ended() async {}
}
