/// What an emulator says at `/`, by which tools see that it is ready.
struct EmulatorReadiness: Codable, Sendable {
    struct Facts: Codable, Sendable {
        var ready = true
        var docs = "https://firebase.google.com/docs/emulator-suite"
        var apiSpec = APIDocumentEndpoint.emulatorsPath
    }

    var authEmulator = Facts()
}

/// What an emulator's own page says to programs.
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
