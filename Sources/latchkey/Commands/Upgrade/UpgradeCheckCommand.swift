import ArgumentParser
import Foundation
import LatchkeyPostgres
import LatchkeySQLite
import LatchkeySecrets

struct UpgradeCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what this version of the program would do with a store.",
        discussion: """
            Run it with the new version before you install it, for example from its tarball. It changes nothing, and works while the server \
            runs. The exit status is 1 if this version cannot use the store.
            """)

    @OptionGroup var admin: AdminOptions

    struct Result: Codable {
        var version: String
        var applied: [String]
        /// The schema steps that the first start would add.
        var pending: [String]
        var lastBackupAt: Date?
        /// Whether nodes of the previous version can run beside this one; absent for a store in a data folder.
        var isRolling: Bool?
    }

    func run() async throws {
        do {
            let settings = try await admin.settings(ProcessInfo.processInfo.environment)
            if case .postgres(let uri, let password) = settings.store {
                let upgrade = try PostgresUpgrade(ofStoreAt: uri.expose(), password: password)
                let result = Result(
                    version: Latchkey.version, applied: upgrade.applied, pending: upgrade.pending, isRolling: upgrade.isRolling)
                return try admin.show(result) { $0.linesOfNodes.joined(separator: "\n") }
            }
            let folder = settings.dataFolder
            try DataFolder.requireStore(in: folder)
            let path = DataFolder.databasePath(in: folder)
            guard FileManager.default.fileExists(atPath: path) else { throw Failure("There is no store in \(folder).") }
            let upgrade = try StoreUpgrade(ofStoreAt: path)
            let result = Result(
                version: Latchkey.version, applied: upgrade.applied, pending: upgrade.pending, lastBackupAt: Backup(folder: folder).last)
            try admin.show(result) { $0.lines.joined(separator: "\n") }
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }
}

extension UpgradeCheckCommand.Result {
    fileprivate var linesOfNodes: [String] {
        guard !pending.isEmpty else { return ["Version \(version) uses the store as it is. Upgrade the nodes one after the other."] }
        let change = "Version \(version) changes the schema of the store at its first start: \(pending.joined(separator: ", "))."
        guard isRolling == true else {
            return [
                change, "Stop all nodes before the upgrade, and make a backup of the database.",
                "Versions without these steps refuse the store afterwards. To go back, restore this backup.",
            ]
        }
        return [change, "Nodes of the previous version can continue. Upgrade the nodes one after the other."]
    }

    fileprivate var lines: [String] {
        guard !pending.isEmpty else {
            return ["Version \(version) uses the folder as it is: it changes no schema, and you can go back to the version before."]
        }
        let steps = pending.count == 1 ? "one step" : Count.text(pending.count, "step")
        return [
            "Version \(version) adds \(steps) to the schema at its first start: \(pending.joined(separator: ", ")).",
            "Versions without them refuse the folder afterwards. To go back, restore a backup from before the upgrade.",
            "Last backup: \(lastBackupAt.map { $0.formatted(.iso8601) } ?? "none. Run `latchkey backup` first.")",
        ]
    }
}
