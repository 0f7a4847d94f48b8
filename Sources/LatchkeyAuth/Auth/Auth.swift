public import Foundation
public import LatchkeySecrets
import Synchronization

/// A client for signing users in with a Latchkey server, with the API of Firebase's client.
///
/// ``auth()`` is the default instance, as in Firebase's guides. `Auth(configuration:)` creates further, independent instances. Completion
/// handlers and listeners are called on the main actor, so your program needs an asynchronous `main` or a running main run loop.
///
/// Use `await` inside an asynchronous function, such as the `main()` of a `@main` type. In the top-level code of a `main.swift`, Swift
/// resolves overloads as in synchronous code: it picks the variant with a completion handler, which returns `()`, and only warns that
/// there is nothing to await.
public final class Auth: Sendable {
    struct State {
        var configuration: AuthConfiguration
        var keeper: SessionKeeper
        var sessionRestoreError: (any Error)?
        var current: SignedInAccount?
        var languageCode: String?
        var sharesAcrossDevices = false
        var conflicts = ConflictMemory()
        var observers = AuthObservers()
    }

    let transport: any AuthTransport
    /// The storage passed to the initializer; `nil` if the configuration determines the storage.
    let storage: (any SessionStorage)?
    /// The name of the instance's app; `nil` for the default instance and for instances without an app.
    let appName: String?
    let now: @Sendable () -> Date
    let random: RandomTokens
    let webFlow: any WebFlow
    let state: Mutex<State>
    let companions = Companions()

    /// The error that prevented restoring the session of the last run: an `NSError` with ``AuthErrorCode/keychainError``. `nil` if the
    /// session was restored or there was none.
    public var sessionRestoreError: (any Error)? { state.withLock { $0.sessionRestoreError } }

    /// Creates an independent instance and restores the session of the last run, if there is one.
    ///
    /// - Parameters:
    ///   - configuration: The server and the API key.
    ///   - transport: The transport of requests; AsyncHTTPClient on Linux and URLSession on Apple platforms by default.
    ///   - storage: The storage of the session; a file on Linux and the keychain on Apple platforms by default.
    ///   - now: The clock, used for the lifetime of tokens.
    ///   - random: The source of the ids of web flows.
    public convenience init(
        configuration: AuthConfiguration, transport: (any AuthTransport)? = nil,
        storage: (any SessionStorage)? = nil, now: @escaping @Sendable () -> Date = { Date() },
        random: RandomTokens = .system
    ) {
        self.init(
            configuration: configuration, transport: transport, storage: storage, now: now, random: random,
            webFlow: systemWebFlow(configuration))
    }

    init(
        configuration: AuthConfiguration, transport: (any AuthTransport)?, storage: (any SessionStorage)?,
        now: @escaping @Sendable () -> Date, random: RandomTokens, webFlow: any WebFlow, appName: String? = nil
    ) {
        self.transport = transport ?? systemTransport(configuration)
        self.storage = storage
        self.appName = appName
        self.now = now
        self.random = random
        self.webFlow = webFlow
        let keeper = SessionKeeper(storage: storage ?? systemStorage(configuration, appName: appName))
        state = Mutex(State(configuration: configuration, keeper: keeper))
        restore()
    }

    deinit {
        for continuation in state.withLock({ $0.observers.removeAll() }) { continuation.finish() }
    }

    /// The signed-in user; `nil` if there is none.
    public var currentUser: User? { state.withLock { $0.current }?.user(of: self) }

    /// The language of pages and emails (BCP 47, for example `fr`); `nil` lets the server choose.
    public var languageCode: String? {
        get { state.withLock { $0.languageCode } }
        set { state.withLock { $0.languageCode = newValue } }
    }

    /// The tenant for later sign-ins. The current user stays signed in.
    public var tenantID: String? {
        get { state.withLock { $0.configuration.tenantID } }
        set { state.withLock { $0.configuration.tenantID = newValue } }
    }

    var backend: AuthBackend { AuthBackend(configuration: state.withLock { $0.configuration }, transport: transport) }
    var keeper: SessionKeeper { state.withLock { $0.keeper } }
}

private func systemTransport(_ configuration: AuthConfiguration) -> any AuthTransport {
    #if canImport(Darwin)
    URLSessionTransport(timeout: configuration.requestTimeout)
    #else
    AsyncHTTPClientTransport(timeout: configuration.requestTimeout)
    #endif
}

func systemStorage(_ configuration: AuthConfiguration, appName: String?) -> any SessionStorage {
    if configuration.problem != nil { return MemorySessionStorage() }
    if let file = configuration.sessionFile {
        // An app may pass one configuration to the current client and to one of an earlier generation, which cannot read each other's
        // sessions.
        return FileSessionStorage(path: configuration.isLegacy ? "\(file)-legacy" : file)
    }
    #if canImport(Security)
    return KeychainSessionStorage(for: configuration, appName: appName)
    #else
    return FileSessionStorage(for: configuration, appName: appName)
    #endif
}

func systemWebFlow(_ configuration: AuthConfiguration) -> any WebFlow {
    #if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
    // A desktop program without an app id has no URL scheme.
    if configuration.appID != nil || !SystemBrowser.isThere {
        return AppWebFlow(timeout: configuration.webFlowTimeout) { AppleWebSheet(callback: $0, take: $1) }
    }
    #endif
    return LoopbackWebFlow(timeout: configuration.webFlowTimeout)
}
