import Foundation
import LatchkeyAuth

/// Which server the app talks to. An app that people download has its own server here; this one lets the environment say it.
enum AppSettings {
    static func configuration(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> AuthConfiguration {
        var configuration = AuthConfiguration(
            serverURL: environment["LATCHKEY_URL"] ?? "http://127.0.0.1:9099", apiKey: environment["LATCHKEY_API_KEY"] ?? "",
            databaseURL: environment["LATCHKEY_DATABASE_URL"] ?? "http://127.0.0.1:9000")
        // What `latchkey projects app add` printed: the system's sign-in sheet comes back to the app by it.
        configuration.appID = environment["LATCHKEY_APP_ID"]
        configuration.bundleID = Bundle.main.bundleIdentifier
        return configuration
    }
}
