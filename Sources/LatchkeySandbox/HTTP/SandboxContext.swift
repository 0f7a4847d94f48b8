public import Hummingbird
import NIOCore
import Synchronization

/// What a request brings along besides its head and body.
public struct SandboxContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// Whether the request came in over TLS.
    var isSecure = false
    /// The numeric address of the other side; `nil` for a request made within the process.
    let peerAddress: String?
    /// How far this request's clock is off.
    let clock = RequestClock()

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = source.channel.remoteAddress?.ipAddress
    }

    /// A request that never saw a socket.
    init(withinProcess source: some RequestContextSource, isSecure: Bool) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = nil
        self.isSecure = isSecure
    }
}

/// By how much a request meets a provider whose clock is wrong; shared by all copies of its context.
final class RequestClock: Sendable {
    private let offset = Mutex(0)

    /// In seconds; positive when the provider's clock is ahead.
    var offsetSeconds: Int {
        get { offset.withLock { $0 } }
        set { offset.withLock { $0 = newValue } }
    }
}
