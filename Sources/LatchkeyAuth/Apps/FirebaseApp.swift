import Foundation
import LatchkeySecrets
import Synchronization

/// Firebase's name for an ``AuthConfiguration``: the server and API key of an app.
///
/// Firebase's own options identify a project on Google's servers; these contain the URL of your server.
public typealias FirebaseOptions = AuthConfiguration

/// An app in a program that uses several at once, each with its own server and session.
///
/// A program with a single app does not need this class: use ``Auth/configure(_:)`` and ``Auth/auth()``.
public final class FirebaseApp: Sendable {
    /// The name of the app that ``Auth/auth()`` belongs to.
    static let defaultName = "__FIRAPP_DEFAULT"
    private static let apps = Mutex<[String: FirebaseApp]>([:])

    /// The name of the app; `__FIRAPP_DEFAULT` for the default app.
    public let name: String
    /// The configuration of the app.
    public let options: FirebaseOptions
    /// The app's own instance; `nil` in the default app, which always uses ``Auth/auth()``.
    private let ownAuth: Auth?

    private init(name: String, options: FirebaseOptions, ownAuth: Auth?) {
        self.name = name
        self.options = options
        self.ownAuth = ownAuth
    }

    /// Creates the default app from the configuration of ``Auth/configure(_:)``, otherwise from `LATCHKEY_URL` and `LATCHKEY_API_KEY`.
    public static func configure() {
        register(FirebaseApp(name: defaultName, options: Auth.auth().configuration, ownAuth: nil))
    }

    /// Creates the default app, as ``Auth/configure(_:)`` does.
    public static func configure(options: FirebaseOptions) {
        Auth.configure(options)
        register(FirebaseApp(name: defaultName, options: options, ownAuth: nil))
    }

    /// Creates a named app. It has its own session, even if another app has the same server and API key.
    ///
    /// If an app with this name exists, it is replaced, as if it had been deleted.
    public static func configure(name: String, options: FirebaseOptions) {
        if name == defaultName { return configure(options: options) }
        register(FirebaseApp(name: name, options: options, ownAuth: Auth(configuration: options, appName: name)))
    }

    /// The default app; `nil` before it is configured.
    public static func app() -> FirebaseApp? { app(name: defaultName) }

    /// Returns the app with a name; `nil` if there is none.
    public static func app(name: String) -> FirebaseApp? { apps.withLock { $0[name] } }

    /// All apps by name; `nil` if none is configured.
    public static var allApps: [String: FirebaseApp]? { apps.withLock { $0.isEmpty ? nil : $0 } }

    /// Deletes the app. Its session stays stored, and existing references to its `Auth` continue to work.
    ///
    /// Its databases shut down: pending and later calls fail with an error. Writes that are persisted on disk remain there and are sent in
    /// a later run.
    ///
    /// - Returns: `false` if the app was already deleted or replaced.
    @discardableResult
    public func delete() async -> Bool {
        let wasThere = Self.apps.withLock { apps in
            guard apps[name] === self else { return false }
            apps[name] = nil
            return true
        }
        // The default instance may be used again, so later companions are kept.
        if wasThere { auth.companions.forgetAll(forGood: ownAuth != nil) }
        return wasThere
    }

    var auth: Auth { ownAuth ?? Auth.auth() }

    private static func register(_ app: FirebaseApp) {
        let previous = apps.withLock { $0.updateValue(app, forKey: app.name) }
        previous?.ownAuth?.companions.forgetAll(forGood: true)
    }
}

extension Auth {
    /// Returns the instance of an app.
    public static func auth(app: FirebaseApp) -> Auth { app.auth }

    /// Creates the instance of a named app.
    convenience init(configuration: AuthConfiguration, appName: String) {
        self.init(
            configuration: configuration, transport: nil, storage: nil, now: { Date() }, random: .system,
            webFlow: systemWebFlow(configuration), appName: appName)
    }
}
