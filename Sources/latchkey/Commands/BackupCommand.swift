import ArgumentParser
import Foundation

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the data folder's store to a file, also while the server runs.",
        discussion: """
            The file contains all accounts, settings and databases, but not the master key, which belongs in another place. It is checked \
            before it gets its name, and only you can read it. With a passphrase, it is encrypted in the format of age. `latchkey restore` \
            restores it.
            """)

    @Argument(help: "The file, or a folder, in which the backup is named after the time; or s3://BUCKET/KEY, or s3://BUCKET/PREFIX.")
    var target: String
    @Option(help: ArgumentHelp("In a folder or below a prefix, remove all but the newest backups.", valueName: "number")) var keep: Int?
    @OptionGroup var options: BackupOptions
    @OptionGroup var admin: AdminOptions

    struct Result: Codable {
        var file: String
        var bytes: Int
        var accounts: Int
        var databases: Int
        var isEncrypted: Bool
    }

    func validate() throws {
        if let keep, keep < 1 { throw ValidationError("--keep must be at least 1.") }
        if keep != nil, (try? BackupPlace(target))?.hasMany == false { throw ValidationError("--keep requires a folder or a prefix.") }
    }

    func run() async throws {
        do {
            var reader = admin.reader(ProcessInfo.processInfo.environment, others: options.flags)
            let (settings, access) = try reader.backupCommand(encrypts: true)
            let writer = BackupWriter(folder: settings.dataFolder, access: access)
            let progress = StepProgress()
            let (file, summary) = try await writer.write(to: try BackupPlace(target), keep: keep, at: Date()) {
                progress.show($0, done: $1)
            }
            progress.finish()
            let result = Result(
                file: file, bytes: summary.bytes, accounts: summary.accounts, databases: summary.databases,
                isEncrypted: access.passphrase != nil)
            try admin.show(result) {
                "Wrote \($0.file): \($0.bytes / 1024) KiB, \(Count.text($0.accounts, "account")), \(Count.text($0.databases, "database")). It is intact"
                    + ($0.isEncrypted ? " and encrypted." : ".")
            }
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }
}
