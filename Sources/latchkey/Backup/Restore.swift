import Foundation
import LatchkeyBackup
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets

/// Restores a backup into a data folder without a store. Everything is checked before the folder gets a store.
struct Restore {
    /// The file or the address, for messages.
    let file: String
    let place: BackupPlace
    let settings: FolderSettings
    let access: BackupAccess
    let progress: BackupProgress
    /// The archive to restore from, instead of a backup.
    var archive: ArchiveRestore?

    struct Result: Codable {
        var folder: String
        var accounts: Int
        var databases: Int
        /// The master key, if it is not where the server looks for it.
        var missing: String?
        /// The number of secrets that the present master keys cannot decrypt, by the ID of their key.
        var undecryptable: [String: Int] = [:]
        /// The time of the last change that was restored from an archive.
        var lastChangeAt: String?
    }

    func run() async throws -> Result {
        try requireNoStore()
        let folder = settings.dataFolder
        if let owner = FilePermissions(of: folder)?.owner, owner != NSUserName() {
            throw Failure("\(folder) belongs to \(owner). Run this command as that user: sudo -u \(owner) latchkey restore …")
        }
        if let archive {
            return try await withLockedFolder {
                var time = 0
                var result = try await restoreThroughWorkFolder { time = try await archive.write(to: $0) }
                result.lastChangeAt = ArchiveMoment.text(time)
                return result
            }
        }
        if case .object(let object) = place {
            return try await withLockedFolder { try await restore(object) }
        }
        if try !isEncrypted(file) {
            let summary = try check(file)
            return try await withLockedFolder { try install(summary) { _ = try StoreBackup.copy(storeAt: file, to: $0) } }
        }
        let decryption = try decryption()
        return try await withLockedFolder {
            try await restoreThroughWorkFolder { clear in
                let output = try TransformedFile(clear)
                var decryption = decryption
                try output.write(file, through: &decryption) { try progress(.decrypted, $0) }
                try output.finish()
            }
        }
    }

    private func isEncrypted(_ file: String) throws -> Bool {
        guard let input = FileHandle(forReadingAtPath: file), let start = try? input.read(upToCount: AgeDecryption.markBytes) ?? Data()
        else {
            throw Failure("\(file) cannot be read by the user \(NSUserName()).")
        }
        try input.close()
        return AgeDecryption.isEncrypted(start)
    }

    private func decryption() throws -> AgeDecryption {
        guard let passphrase = access.passphrase else {
            throw Failure("\(file) is encrypted. Give its passphrase with --passphrase-file.")
        }
        return AgeDecryption(passphrase: passphrase)
    }

    private func restore(_ object: S3Place) async throws -> Result {
        let s3 = try access.s3(for: object)
        return try await restoreThroughWorkFolder { clear in
            let output = try TransformedFile(clear)
            var (input, done) = (DownloadedBytes(decryption: { try decryption() }), 0)
            try await S3Bucket.open(object, access: s3) { bucket in
                try await bucket.download(object.key) { piece in
                    try output.write(input.append(piece))
                    done += piece.count
                    try progress(.downloaded, done)
                }
            }
            try output.write(input.finish())
            try output.finish()
        }
    }

    /// Restores a file that is not encrypted, which `write` creates in a private folder.
    private func restoreThroughWorkFolder(_ write: (String) async throws -> Void) async throws -> Result {
        let work = try WorkFolder(in: settings.dataFolder)
        let clear = work.path + "/copy.db"
        do {
            try await write(clear)
        } catch let error as AgeError {
            throw Failure("\(file) cannot be decrypted: \(error)")
        }
        let summary = try check(clear)
        return try withExtendedLifetime(work) {
            try install(summary) { place in
                guard rename(clear, place) == 0 else { throw Failure("\(place) cannot be written: \(String(cString: strerror(errno))).") }
            }
        }
    }

    /// Checks that a file that is not encrypted is a backup for this folder.
    private func check(_ clear: String) throws -> StoreBackup.Summary {
        let summary: StoreBackup.Summary
        do {
            summary = try StoreBackup.check(clear)
        } catch {
            // The name of the decrypted file says nothing to the operator.
            throw Failure(error.description.replacing(clear, with: file))
        }
        guard (summary.mode == .sandbox) == settings.sandbox else {
            throw Failure(
                summary.mode == .sandbox
                    ? "\(file) is a backup of a sandbox: add --sandbox." : "\(file) is not a backup of a sandbox: remove --sandbox.")
        }
        try checkMasterKey(summary)
        return summary
    }

    /// Checks that a master key that is in its place is the one of the backup.
    private func checkMasterKey(_ summary: StoreBackup.Summary) throws {
        guard let sample = summary.sealedSample, let source = existingKey() else { return }
        let sealer = Sealer(masterKeys: try source.read())
        guard (try? sealer.open(sample.secret, for: PasswordHashing.sealingContext(project: sample.project))) != nil else {
            let id = MasterKeyID(bytes: Array(sample.secret.bytes.dropFirst().prefix(4)))
            throw Failure(
                "The master key in \(source.place) is not the one of \(file), which needs the key \(id). Restore it, name its file with "
                    + "--master-key-file, or set LATCHKEY_MASTER_KEY.")
        }
    }

    /// Locks the folder, and creates it. If the operation fails, a folder that did not exist is removed.
    private func withLockedFolder(_ body: () async throws -> Result) async throws -> Result {
        let folder = settings.dataFolder
        let isNew = !FileManager.default.fileExists(atPath: folder)
        let locked = try DataFolder(taking: folder)
        do {
            // A server may have created one before this process had the lock.
            try requireNoStore()
            let result = try await body()
            return withExtendedLifetime(locked) { result }
        } catch {
            if isNew { try? FileManager.default.removeItem(atPath: folder) }
            throw error
        }
    }

    private func install(_ summary: StoreBackup.Summary, _ write: (String) throws -> Void) throws -> Result {
        let place = DataFolder.databasePath(in: settings.dataFolder)
        let part = place + ".part"
        try? FileManager.default.removeItem(atPath: part)
        try write(part)
        guard rename(part, place) == 0 else { throw Failure("\(place) cannot be written: \(String(cString: strerror(errno))).") }
        return Result(
            folder: settings.dataFolder, accounts: summary.accounts, databases: summary.databases, missing: missingKey(),
            undecryptable: try undecryptable(summary))
    }

    private func requireNoStore() throws {
        try DataFolder.requireStore(in: settings.dataFolder)
        let files = DataFolder.storeFiles(in: settings.dataFolder)
        guard files.isEmpty else {
            throw Failure(
                "\(settings.dataFolder) contains a store. Restore into another folder with --data, or move these files away: "
                    + files.joined(separator: ", "))
        }
    }

    /// A backup from the time of a replacement has secrets under two keys. The second one can be added after the restoration too.
    private func undecryptable(_ summary: StoreBackup.Summary) throws -> [String: Int] {
        guard let source = existingKey() else { return [:] }
        let sealer = Sealer(masterKeys: try source.read())
        let others = summary.masterKeys.filter { !sealer.has($0.key) }
        return Dictionary(uniqueKeysWithValues: others.map { ("\($0.key)", $0.value) })
    }

    /// The source of the master key; `nil` if there is no key yet.
    private func existingKey() -> MasterKeySource? { settings.masterKey.exists ? settings.masterKey : nil }

    private func missingKey() -> String? {
        settings.masterKey.exists ? nil : "the master key of the backup in \(settings.masterKey.place)"
    }
}
