import Foundation
import LatchkeySecrets
import Synchronization

/// The server and key of an app: an ``AuthConfiguration`` under Firebase's name.
///
/// Firebase's own options name Google's servers by a project; these name yours by its address.
public typealias FirebaseOptions = AuthConfiguration

/// One of several apps at once, each with a server and a session of its own.
///
/// A program with one app needs none of this: ``Auth/configure(_:)`` and ``Auth/auth()`` do.
public final class FirebaseApp: Sendable {
    /// The name of the app that ``Auth/auth()`` belongs to.
    static let defaultName = "__FIRAPP_DEFAULT"
    private static let apps = Mutex<[String: FirebaseApp]>([:])

    /// The name; that of the default app is `__FIRAPP_DEFAULT`.
    public let name: String
    /// What the app was configured with.
    public let options: FirebaseOptions
    /// `nil` in the default app, whose instance is ``Auth/auth()`` whatever becomes of it.
    private let ownAuth: Auth?

    private init(name: String, options: FirebaseOptions, ownAuth: Auth?) {
        self.name = name
        self.options = options
        self.ownAuth = ownAuth
    }

    /// Makes the default app of what ``Auth/configure(_:)`` was told, else of `LATCHKEY_URL` and `LATCHKEY_API_KEY`.
    public static func configure() {
        register(FirebaseApp(name: defaultName, options: Auth.auth().configuration, ownAuth: nil))
    }

    /// Makes the default app, as ``Auth/configure(_:)`` does.
    public static func configure(options: FirebaseOptions) {
        Auth.configure(options)
        register(FirebaseApp(name: defaultName, options: options, ownAuth: nil))
    }

    /// Makes another app. Its session is its own, also where the server and the key are another app's.
    ///
    /// A second app of the same name takes the place of the first, as if that had been deleted.
    public static func configure(name: String, options: FirebaseOptions) {
        if name == defaultName { return configure(options: options) }
        register(FirebaseApp(name: name, options: options, ownAuth: Auth(configuration: options, appName: name)))
    }

    /// The default app; `nil` before it is configured.
    public static func app() -> FirebaseApp? { app(name: defaultName) }

    /// The app of a name; `nil` when there is none.
    public static func app(name: String) -> FirebaseApp? { apps.withLock { $0[name] } }

    /// Every app, by its name; `nil` before one is configured.
    public static var allApps: [String: FirebaseApp]? { apps.withLock { $0.isEmpty ? nil : $0 } }

    /// Forgets the app. Its session stays stored, and an `Auth` that somebody holds goes on working. Its databases are at an end:
    /// what waits for them, or asks them later, gets an error. Writes that are kept on the disk stay there, and are sent in a later run.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    public func delete() async -> Bool {
        let wasThere = Self.apps.withLock { apps in
            guard apps[name] === self else { return false }
            apps[name] = nil
            return true
        }
        // The default instance may be used again; what comes then is new.
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
    /// The instance of an app.
    public static func auth(app: FirebaseApp) -> Auth { app.auth }

    /// The instance of a named app.
    convenience init(configuration: AuthConfiguration, appName: String) {
        self.init(
            configuration: configuration, transport: nil, storage: nil, now: { Date() }, random: .system,
            webFlow: systemWebFlow(configuration), appName: appName)
    }
}
