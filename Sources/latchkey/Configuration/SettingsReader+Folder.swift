import Foundation
import LatchkeyIdentity
import LatchkeyNodes
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

    /// Returns the name and the address of this node, if several nodes share the store.
    mutating func nodePlace(of store: StorePlace) -> NodePlace? {
        let (name, address) = (text("node-name"), text("node-url"))
        guard let key = name == nil ? address.map({ _ in "node-url" }) : "node-name" else { return nil }
        guard !store.isFolder else {
            note(key, "needs a store in PostgreSQL, which several nodes can share.", "Set store, or remove \(key).")
            return nil
        }
        guard let name, let address else {
            note(
                name == nil ? "node-name" : "node-url", "is missing.",
                "A node needs a name and a URL: node-name: a, node-url: http://10.0.0.1:9000.")
            return nil
        }
        let isName = name.utf8.count <= NodePlace.maxNameBytes && name.utf8.allSatisfy(Self.isOfNodeName)
        if !isName {
            note(
                "node-name", "\(name.prefix(80)) is not a name.",
                "Use up to \(NodePlace.maxNameBytes) letters, digits, hyphens, dots and underscores.")
        }
        if NodeAddress(address) == nil {
            note(
                "node-url", "\(address.prefix(200)) is not a URL.",
                "Use the database port of this node as other nodes reach it, without a path: http://10.0.0.1:9000.")
        }
        if text("public-url") == nil {
            note(
                "public-url", "is missing.",
                "Set the URL of the load balancer, the same at all nodes: it is part of the issuer of tokens.")
        }
        if text("rules") != nil {
            note(
                "rules", "is not available for one of several nodes.",
                "Set the rules in the console, through the API or with the Firebase CLI.")
        }
        return NodePlace(name: name, address: address, version: Latchkey.version)
    }

    private static func isOfNodeName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    static let notForPostgres = "is not available with a store in PostgreSQL."
    static let backupAdvice = "Back up PostgreSQL with its own tools, such as pg_dump or pgBackRest; see docs/postgres.md."

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
