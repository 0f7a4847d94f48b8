import LatchkeyIdentity
import LatchkeyServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the emulator's mode can be told.
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

    /// - Parameter data: The data folder that was named, if one was.
    /// - Returns: `nil` outside of the emulator's mode.
    mutating func emulatorSettings(data: String?) -> EmulatorSettings? {
        guard flag("emulator") else {
            for key in Self.emulatorKeys.dropFirst() where text(key) != nil {
                note(key, "belongs to the emulator.", "Add emulator, or leave it out.")
            }
            return nil
        }
        if data != nil {
            note("data", "has no meaning with emulator, which keeps everything in memory.", "Use import and export-on-exit.")
        }
        let project = text("project") ?? Emulation.standardProjectID.rawValue
        if !Emulation.isProjectName(project) { note("project", "\(project) cannot name a project.", "Write 1 to 128 letters and digits.") }
        let origins = (text("emulator-allow-origin") ?? "").split(separator: ",").map { String($0).filter { $0 != " " } }
        for origin in origins where !Self.isPublicURL(origin) {
            note("emulator-allow-origin", "\(origin) is no origin.", "Write it like https://app.test, several with commas.")
        }
        let folder = text("import")
        if let folder, !FileManager.default.isReadableFile(atPath: folder + "/" + EmulatorFolder.metadataName) {
            note("import", "\(folder) holds no \(EmulatorFolder.metadataName).", "Name a folder that an emulator exported.")
        }
        if let folder = text("export-on-exit"), !EmulatorFolder(path: folder).canBeWritten {
            note(
                "export-on-exit", "\(folder) cannot be made or written, or holds something else.",
                "Name a new folder, an empty one or that of an earlier export.")
        }
        let mode = text("single-project")
        if let mode, Emulation.OtherProjects(rawValue: mode) == nil {
            note("single-project", "\(mode) is no way to treat other projects.", "Write error or warning; leave it out for neither.")
        }
        return EmulatorSettings(
            project: project, allowsNetwork: flag("emulator-allow-network"), allowedOrigins: Set(origins.map { $0.lowercased() }),
            importFolder: folder, exportFolder: text("export-on-exit"),
            otherProjects: mode.flatMap(Emulation.OtherProjects.init) ?? .made)
    }
}
