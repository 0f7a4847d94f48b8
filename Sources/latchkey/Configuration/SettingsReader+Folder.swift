import Foundation
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeyProviders
import LatchkeySecrets

/// The settings that the server shares with the commands that administer a folder.
extension SettingsReader {
    mutating func folderSettings() -> FolderSettings {
        let sandbox = flag("sandbox")
        let publicURL = url("public-url", such: "https://auth.example.org")
        let folder = text("data") ?? (sandbox ? ServeSettings.defaultSandboxFolder : ServeSettings.defaultDataFolder)
        return FolderSettings(
            dataFolder: folder, sandbox: sandbox, publicURL: publicURL, store: storePlace(), masterKey: masterKeySource(in: folder),
            privateTargets: privateTargets() + (sandbox ? .thisMachine : .none))
    }

    /// Returns where the store is, without opening it.
    private mutating func storePlace() -> StorePlace {
        guard let address = text("store") else {
            if text("store-password-file") != nil || flag("may-lose-writes") {
                note("store", "is missing.", "Set it, or remove store-password-file and may-lose-writes.")
            }
            return .folder
        }
        // The address may contain a password, so it is not quoted.
        guard ["postgres://", "postgresql://"].contains(where: address.hasPrefix) else {
            note("store", "is not the URI of a PostgreSQL database.", "Use the form postgres://user@host/database.")
            return .folder
        }
        if let problem = PostgresStore.problem(ofAddress: address) { note("store", "cannot be used. \(problem).", "") }
        if text("store-password-file") == "-" {
            note("store-password-file", "- is not supported.", "Use a file, or LATCHKEY_STORE_PASSWORD.")
        }
        return .postgres(Secret(address), password: secret("store-password", maxBytes: 1024))
    }

    /// Notes settings that only a store in the data folder has.
    mutating func checkSettings(of store: StorePlace) {
        guard !store.isFolder else { return }
        for key in ["backup-dir", "archive-to"] where text(key) != nil { note(key, Self.notForPostgres, Self.backupAdvice) }
        if text("sqlite-synchronous") != nil {
            note("sqlite-synchronous", Self.notForPostgres, "Remove it. PostgreSQL has its own setting, synchronous_commit.")
        }
    }

    static let notForPostgres = "is not available with a store in PostgreSQL."
    static let backupAdvice = "Back up PostgreSQL with its own tools, such as pg_dump or pgBackRest."

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
