public import Foundation
public import LatchkeySecrets
import Synchronization

/// Signs people in with a Latchkey server, under the names of Firebase's client.
///
/// ``auth()`` is the instance that guides show; `Auth(configuration:)` makes further ones that share nothing. Completions and
/// listeners are called on the main actor, so a program that uses them needs an asynchronous `main` or a running main run loop.
///
/// Write `await` inside an asynchronous function, such as the `main()` of a `@main` type. At top level of a `main.swift` Swift
/// chooses among overloads as in synchronous code: it picks the variant with a completion, whose value is `()`, and says no more
/// than that there is nothing to await.
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
    /// The storage that the instance was made with; `nil` when it is chosen by the configuration.
    let storage: (any SessionStorage)?
    /// The name of the app that the instance belongs to; `nil` for the default one and those without an app.
    let appName: String?
    let now: @Sendable () -> Date
    let random: RandomTokens
    let webFlow: any WebFlow
    let state: Mutex<State>
    let companions = Companions()

    /// Why the session of the last run could not be taken up: an `NSError` with ``AuthErrorCode/keychainError``; `nil` when it
    /// was, or when there was none.
    public var sessionRestoreError: (any Error)? { state.withLock { $0.sessionRestoreError } }

    /// An instance of its own, with the session of the last run if there was one.
    ///
    /// - Parameters:
    ///   - transport: Carries the requests; AsyncHTTPClient on Linux and URLSession on Apple's systems unless told otherwise.
    ///   - storage: Keeps the session; a file on Linux and the keychain on Apple's systems unless told otherwise.
    ///   - now: The clock, for the life of tokens.
    ///   - random: Where the ids of web flows come from.
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

    /// The account that is signed in; `nil` when nobody is.
    public var currentUser: User? { state.withLock { $0.current }?.user(of: self) }

    /// The language of pages and mails (BCP 47, for example `fr`); `nil` leaves it to the server.
    public var languageCode: String? {
        get { state.withLock { $0.languageCode } }
        set { state.withLock { $0.languageCode = newValue } }
    }

    /// The tenant of the project, for sign-ins from now on; whoever is signed in stays so.
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
        // An app may give one configuration to today's client and to that of an earlier generation, and neither reads the other's sessions.
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
    // A program of a desktop that has no app id has no scheme of its own either.
    if configuration.appID != nil || !SystemBrowser.isThere {
        return AppWebFlow(timeout: configuration.webFlowTimeout) { AppleWebSheet(callback: $0, take: $1) }
    }
    #endif
    return LoopbackWebFlow(timeout: configuration.webFlowTimeout)
}
