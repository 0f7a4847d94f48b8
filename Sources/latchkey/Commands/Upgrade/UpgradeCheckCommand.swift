import ArgumentParser
import Foundation
import LatchkeySQLite

struct UpgradeCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what this version of the program would do with a data folder.",
        discussion: """
            Run it with the new version before you install it, for example from its tarball. It changes nothing, and works while the server \
            runs. The exit status is 1 if this version cannot use the folder.
            """)

    @OptionGroup var admin: AdminOptions

    struct Result: Codable {
        var version: String
        var applied: [String]
        /// The schema steps that the first start would add.
        var pending: [String]
        var lastBackupAt: Date?
    }

    func run() async throws {
        do {
            let settings = try await admin.settings(ProcessInfo.processInfo.environment)
            guard settings.store.isFolder else { throw Failure("This command cannot check a store in PostgreSQL yet.") }
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
