import Foundation
import LatchkeyEmulator
import LatchkeyIdentity

/// The settings of the emulator mode.
struct EmulatorSettings: Sendable {
    var project: String
    var allowsNetwork: Bool
    var allowedOrigins: Set<String>
    var importFolder: String?
    var exportFolder: String?
    var otherProjects: Emulation.OtherProjects
}

extension SettingsReader {
    static let emulatorKeys = [
        "emulator", "project", "emulator-allow-network", "emulator-allow-origin", "import", "export-on-exit", "single-project",
    ]

    /// - Parameter data: The data folder, if one is set.
    /// - Returns: `nil` outside of the emulator mode.
    mutating func emulatorSettings(data: String?) -> EmulatorSettings? {
        guard flag("emulator") else {
            for key in Self.emulatorKeys.dropFirst() where text(key) != nil {
                note(key, "requires emulator mode.", "Set emulator, or remove this setting.")
            }
            return nil
        }
        if data != nil {
            note("data", "cannot be used with emulator, which keeps all data in memory.", "Use import and export-on-exit.")
        }
        let project = text("project") ?? Emulation.standardProjectID.rawValue
        if !Emulation.isProjectName(project) { note("project", "\(project) cannot name a project.", "Use 1 to 128 letters and digits.") }
        let origins = (text("emulator-allow-origin") ?? "").split(separator: ",").map { String($0).filter { $0 != " " } }
        for origin in origins where !Self.isPublicURL(origin) && AppOrigin(origin) == nil {
            note("emulator-allow-origin", "\(origin) is not an origin.", "Use the form https://app.test, separated by commas.")
        }
        let folder = text("import")
        if let folder, !FileManager.default.isReadableFile(atPath: folder + "/" + EmulatorFolder.metadataName) {
            note("import", "\(folder) contains no \(EmulatorFolder.metadataName).", "Use a folder with an emulator export.")
        }
        if let folder = text("export-on-exit"), !EmulatorFolder(path: folder).canBeWritten {
            note(
                "export-on-exit", "\(folder) cannot be created or written, or contains other files.",
                "Use a new or empty folder, or that of an earlier export.")
        }
        let mode = text("single-project")
        if let mode, Emulation.OtherProjects(rawValue: mode) == nil {
            note("single-project", "\(mode) is not a valid mode.", "Use error or warning, or remove this setting.")
        }
        return EmulatorSettings(
            project: project, allowsNetwork: flag("emulator-allow-network"), allowedOrigins: Set(origins.map { $0.lowercased() }),
            importFolder: folder, exportFolder: text("export-on-exit"),
            otherProjects: mode.flatMap(Emulation.OtherProjects.init) ?? .made)
    }
}
