public import Foundation
public import LatchkeyAuth
public import Observation

// snippet.S4.4
/// A service that signs a user in with Twitter. Its properties can be observed by a view, on Linux as on Apple platforms.
///
/// This file contains the state. Each step of the sign-in is an extension in its own file, and the stateless parts are in ``PlainOAuth``.
@MainActor @Observable
public final class TwitterService {
    /// The page to show; `nil` when there is none.
    public internal(set) var authUrl: URL?
    /// Whether the sheet with the page is open. Call ``cancel()`` when the user closes it.
    public var showSheet = false
    /// The credential of the signed-in user.
    public internal(set) var credential: TwitterCredential?
    /// The observer in the notification center, while waiting for a callback.
    @ObservationIgnored public internal(set) var callbackObserver: (any NSObjectProtocol)?

    @ObservationIgnored let configuration: TwitterConfiguration
    @ObservationIgnored let transport: any AuthTransport
    @ObservationIgnored let center: NotificationCenter
    /// Ends the wait for a callback.
    @ObservationIgnored var callbacks: AsyncStream<URL>.Continuation?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - configuration: The application's configuration.
    ///   - transport: The transport of requests; `nil` uses the platform's HTTP client.
    ///   - center: The notification center that a ``CallbackRouter`` posts to.
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
