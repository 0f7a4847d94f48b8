public import Foundation
public import LatchkeyAuth
public import Observation

// snippet.S4.4
/// Signs a person in with Twitter; a view watches its properties, on Linux as on Apple's systems.
///
/// Its state is here. Each step of the sign-in is an extension in a file of its own, and what needs no state is in ``PlainOAuth``.
@MainActor @Observable
public final class TwitterService {
    /// The page to show; `nil` when there is none.
    public internal(set) var authUrl: URL?
    /// Whether the sheet with the page is open. Call ``cancel()`` when the person closes it.
    public var showSheet = false
    /// Who signed in.
    public internal(set) var credential: TwitterCredential?
    /// Our place in the notification center, while a callback is waited for.
    @ObservationIgnored public internal(set) var callbackObserver: (any NSObjectProtocol)?

    @ObservationIgnored let configuration: TwitterConfiguration
    @ObservationIgnored let transport: any AuthTransport
    @ObservationIgnored let center: NotificationCenter
    /// Ends the wait for a callback.
    @ObservationIgnored var callbacks: AsyncStream<URL>.Continuation?

    /// - Parameters:
    ///   - transport: What carries the requests; the system's own client when `nil`.
    ///   - center: Where a ``CallbackRouter`` posts.
    public init(
        _ configuration: TwitterConfiguration, transport: (any AuthTransport)? = nil, center: NotificationCenter = .default
    ) {
        self.configuration = configuration
        self.transport = transport ?? Self.systemTransport
        self.center = center
    }

    private static var systemTransport: any AuthTransport {
        #if canImport(Darwin)
        URLSessionTransport()
        #else
        AsyncHTTPClientTransport()
        #endif
    }
}
// snippet.end
