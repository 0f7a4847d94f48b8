import Foundation
import LatchkeyIdentity
import LatchkeyProviders

/// The settings that the server shares with the commands that administer a folder.
extension SettingsReader {
    mutating func folderSettings() -> FolderSettings {
        let sandbox = flag("sandbox")
        let publicURL = url("public-url", such: "https://auth.example.org")
        let folder = text("data") ?? (sandbox ? ServeSettings.defaultSandboxFolder : ServeSettings.defaultDataFolder)
        return FolderSettings(
            dataFolder: folder, sandbox: sandbox, publicURL: publicURL, masterKey: masterKeySource(in: folder),
            privateTargets: privateTargets() + (sandbox ? .thisMachine : .none))
    }

    /// The targets that may be called in the server's own network, in addition to the defaults of a sandbox and an emulator.
    private mutating func privateTargets() -> PrivateTargets {
        var targets = PrivateTargets.none
        for entry in (text("allow-private-targets") ?? "").split(separator: ",").map({ String($0).filter { $0 != " " } }) {
            guard let target = PrivateTargets(entry) else {
                note(
                    "allow-private-targets", "\(entry) is not a host, address or range.",
                    "Use the form hooks.internal:8443, 127.0.0.1:8080, [::1]:8080 or 10.0.0.0/8, separated by commas.")
                continue
            }
            targets = targets + target
        }
        return targets
    }

    /// Notes a folder that a server cannot use.
    mutating func check(_ folder: String) {
        guard let permissions = FilePermissions(of: folder) else { return }
        if !permissions.isFolder {
            note("data", "\(folder) is not a folder.", "Use a folder, or a path at which the server can create one.")
        } else if !FileManager.default.isWritableFile(atPath: folder) {
            note("data", "\(folder) cannot be written by the user \(NSUserName()).", "Use a folder of this user.")
        }
    }
}
