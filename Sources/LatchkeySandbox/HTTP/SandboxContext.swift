public import Hummingbird
import NIOCore
import Synchronization

/// The context of a request to the sandbox.
public struct SandboxContext: RequestContext {
    /// Hummingbird's storage of the context.
    public var coreContext: CoreRequestContextStorage
    /// Whether the request was received over TLS.
    var isSecure = false
    /// The client's IP address; `nil` for in-process requests.
    let peerAddress: String?
    /// The clock offset for this request.
    let clock = RequestClock()

    /// Creates the context of a request that was received over the network.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = source.channel.remoteAddress?.ipAddress
    }

    init(withinProcess source: some RequestContextSource, isSecure: Bool) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = nil
        self.isSecure = isSecure
    }
}

/// The clock offset of a request, for faults with a wrong clock; shared by all copies of its context.
final class RequestClock: Sendable {
    private let offset = Mutex(0)

    /// The offset in seconds; positive when the provider's clock is ahead.
    var offsetSeconds: Int {
        get { offset.withLock { $0 } }
        set { offset.withLock { $0 = newValue } }
    }
}
