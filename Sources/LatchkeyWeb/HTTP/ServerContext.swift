public import Hummingbird
import NIOCore

/// The context of a request: its connection and remote address.
public struct ServerContext: RequestContext {
    /// Hummingbird's part of the context.
    public var coreContext: CoreRequestContextStorage
    /// The remote address of the connection, without a port; nil in tests without a connection.
    package let remoteAddress: String?
    /// The connection. Responses without an end use it to disconnect the client.
    package let channel: any Channel

    /// Creates the context of a request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress?.ipAddress
    }
}
