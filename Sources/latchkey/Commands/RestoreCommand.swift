import ArgumentParser
import Foundation
import LatchkeyBackup

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup into a data folder that has no store.",
        discussion: """
            The backup is checked before the folder is changed. From a continuous archive (archive-to), the last state or the one at a \
            time is restored. The server needs the master key of the backup. Access that was revoked after the backup is restored too.
            """)

    @Argument(help: "A file that `latchkey backup` wrote, or s3://BUCKET/KEY; an archive, or s3://BUCKET/PREFIX.") var file: String
    @Flag(help: "Restore the last state of an archive, or the newest backup of a folder or below s3://BUCKET/PREFIX.") var latest = false
    @Option(help: ArgumentHelp("Restore the state of an archive at a time, such as 2026-11-27T12:00:00Z.", valueName: "time"))
    var at: String?
    @OptionGroup var options: BackupOptions
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if latest, at != nil { throw ValidationError("--latest and --at exclude each other.") }
        guard let at else { return }
        guard case .at(let time)? = ArchiveMoment(at) else {
            throw ValidationError(
                "--at: \(at) is not a time. Use the form 2026-11-27T12:00:00Z, with parts of a second or an offset if needed.")
        }
        guard time <= Date() else { throw ValidationError("--at: \(at) is in the future. Use --latest for the last state.") }
    }

    func run() async throws {
        do {
            let environment = ProcessInfo.processInfo.environment
            var reader = admin.reader(environment, others: options.flags)
            let (settings, access) = try reader.backupCommand(encrypts: false)
            let progress = StepProgress()
            let show: BackupProgress = { progress.show($0, done: $1) }
            let archive = try await archive(access, show)
            let (address, place) = if let archive { (archive.source, archive.place) } else { try await source(access) }
            let result = try await Restore(
                file: address, place: place, settings: settings, access: access, progress: show, archive: archive
            ).run()
            progress.finish()
            try admin.show(result) { result in
                var lines = [
                    "Restored \(Count.text(result.accounts, "account")) and \(Count.text(result.databases, "database")) into \(result.folder)."
                ]
                if let time = result.lastChangeAt { lines.append("The last change is from \(time).") }
                if let missing = result.missing { lines.append("Before you start the server, put \(missing).") }
                for (key, count) in result.undecryptable.sorted(by: { $0.key < $1.key }) {
                    lines.append(
                        "\(Count.text(count, "secret needs", "secrets need")) the master key \(key): before you start the server, add it as the second key."
                    )
                }
                return lines.joined(separator: "\n")
            }
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }

    /// The archive to restore from; `nil` if the source is a backup.
    private func archive(_ access: BackupAccess, _ show: @escaping BackupProgress) async throws -> ArchiveRestore? {
        guard let moment = latest ? .latest : at.flatMap({ ArchiveMoment($0) }) else { return nil }
        let place = try BackupPlace(file)
        if at != nil, !place.hasMany { throw Failure("\(file) is not an archive: --at requires a folder or s3://BUCKET/PREFIX.") }
        guard place.hasMany else { return nil }
        let hasParts = try await ArchiveSettings.open(place, access: access) { try await !$0.parts().isEmpty }
        if at != nil, !hasParts { throw Failure("\(file) contains no archive.") }
        return hasParts ? ArchiveRestore(source: file, place: place, moment: moment, access: access, progress: show) : nil
    }

    /// The file or the object to restore.
    private func source(_ access: BackupAccess) async throws -> (String, BackupPlace) {
        let place = try BackupPlace(file)
        let now = Date()
        switch place {
        case .folder(let path) where latest:
            guard let name = BackupFolder(path: path).backups(at: now).last else { throw Failure("\(path) contains no backup.") }
            return (path + "/" + name.text, .file(path + "/" + name.text))
        case .prefix(let prefix) where latest:
            let names = try await S3Bucket.open(prefix, access: try access.s3(for: prefix)) {
                try await BackupPrefix(place: prefix, bucket: $0).backups(at: now)
            }
            guard let name = names.last else { throw Failure("\(prefix) contains no backup.") }
            let object = prefix.appending(name.text)
            return (object.description, .object(object))
        case .folder, .prefix:
            guard latest else { throw Failure("\(file) is not a backup. Name one, or restore the newest with --latest.") }
            return (file, place)
        case .file(let path) where latest && !FileManager.default.fileExists(atPath: path):
            throw Failure("\(file) does not exist.")
        case .file, .object:
            if latest { throw Failure("--latest requires a folder or s3://BUCKET/PREFIX.") }
            return (file, place)
        }
    }
}
