import Foundation
import LatchkeyAuth

/// The server of the app. A published app has a fixed server here; this example reads it from the environment.
enum AppSettings {
    static func configuration(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> AuthConfiguration {
        var configuration = AuthConfiguration(
            serverURL: environment["LATCHKEY_URL"] ?? "http://127.0.0.1:9099", apiKey: environment["LATCHKEY_API_KEY"] ?? "",
            databaseURL: environment["LATCHKEY_DATABASE_URL"] ?? "http://127.0.0.1:9000")
        // Printed by `latchkey projects app add`. The system's sign-in sheet needs it to return to the app.
        configuration.appID = environment["LATCHKEY_APP_ID"]
        configuration.bundleID = Bundle.main.bundleIdentifier
        return configuration
    }
}
