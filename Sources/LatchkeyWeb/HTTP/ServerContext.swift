public import Hummingbird
import NIOCore

/// What is known about a request besides the request: where it came from.
public struct ServerContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection, without a port; absent in tests that open none.
    package let remoteAddress: String?
    /// The connection, for answers without an end, which may have to hang up.
    package let channel: any Channel

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress?.ipAddress
    }
}
