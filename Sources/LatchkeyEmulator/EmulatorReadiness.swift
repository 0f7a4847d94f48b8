/// The response at `/`. Tools use it to detect that the emulator is ready.
package struct EmulatorReadiness: Codable, Sendable {
    /// The path of the OpenAPI document.
    package static let documentPath = "/emulator/openapi.json"

    struct Facts: Codable, Sendable {
        var ready = true
        var docs = "https://firebase.google.com/docs/emulator-suite"
        var apiSpec = EmulatorReadiness.documentPath
    }

    var authEmulator = Facts()
}

/// The JSON response of the emulator's own pages.
struct EmulatorVerdict: Codable, Sendable {
    struct Text: Codable, Sendable {
        var success: String?
        var email: String?
        var newEmail: String?
        var error: String?
        var instructions: String?
        var instructions2: String?
        var urlTemplate: String?
    }

    var authEmulator: Text
}
