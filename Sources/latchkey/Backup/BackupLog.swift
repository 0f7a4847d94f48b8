import Foundation
import LatchkeyBackup
import LatchkeyConsole
import Synchronization

/// The results of the running server's backups.
final class BackupLog: Sendable {
    private struct State {
        var bytes: Int?
        var failure: String?
        var failedAt: Date?
        var nextAt: Date?
    }

    private let state = Mutex(State())

    func wait(until next: Date) { state.withLock { $0.nextAt = next } }
    func begin() { state.withLock { $0.nextAt = nil } }
    func succeed(bytes: Int) { state.withLock { $0 = State(bytes: bytes) } }

    func fail(_ text: String, at now: Date) {
        state.withLock { ($0.failure, $0.failedAt) = (text, now) }
    }

    /// Returns the state for the console.
    func shown(_ settings: ServeSettings) -> ConsoleBackups {
        let folder = " --data " + ShellWord.quoted(settings.dataFolder)
        let place = settings.backup?.place.text
        let archive = settings.archive?.place.text
        let (source, target) = ((archive ?? place).map(ShellWord.quoted) ?? "FILE", place.map(ShellWord.quoted) ?? "FILE")
        let options = Self.options(settings.backup?.access ?? settings.archive?.access)
        var shown = ConsoleBackups(
            backUp: "latchkey backup \(target)\(options)\(folder)",
            restore: "latchkey restore \(source)\(archive == nil && place == nil ? "" : " --latest")\(options) --data NEW-FOLDER")
        shown.place = place
        shown.archive = archive
        shown.everySeconds = settings.backup.map { Int($0.every.components.seconds) }
        shown.keep = settings.backup?.keep
        shown.isEncrypted = settings.backup?.access.passphrase != nil
        shown.lastAt = Backup(folder: settings.dataFolder).last
        state.withLock { state in
            shown.lastBytes = state.bytes
            (shown.failure, shown.failedAt, shown.nextAt) = (state.failure, state.failedAt, state.nextAt)
        }
        return shown
    }

    /// The options without which a command would write no encrypted backup, or not find the S3 server. Credentials are in its environment.
    private static func options(_ access: BackupAccess?) -> String {
        var options = access?.passphrase == nil ? "" : " --passphrase-file PASSPHRASE-FILE"
        if let s3 = access?.s3 {
            if let endpoint = s3.endpoint { options += " --s3-endpoint " + ShellWord.quoted(endpoint.scheme + "://" + endpoint.authority) }
            options += " --s3-region " + ShellWord.quoted(s3.region)
        }
        return options
    }
}
