import Foundation
import LatchkeyBackup
import Logging
import ServiceLifecycle

/// The settings of regular backups.
struct BackupSettings: Sendable {
    /// A folder or a prefix.
    let place: BackupPlace
    let every: Duration
    let keep: Int
    let access: BackupAccess
}

/// Backs up the data folder regularly while the server runs.
struct BackupSchedule: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "backups"

    let settings: BackupSettings
    let dataFolder: String
    let log: BackupLog
    let logger: Logger

    /// After a failure, the next attempt does not wait for the whole interval.
    private static let retry = Duration.seconds(300)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            WorkFolder.removeUnused(in: dataFolder)
            let now = Date()
            var wait = Self.wait(after: await last(at: now), every: settings.every, at: now)
            while true {
                log.wait(until: Date() + Double(wait.components.seconds))
                try await Task.sleep(for: wait)
                wait = await backUp() ? settings.every : min(settings.every, Self.retry)
            }
        }
    }

    /// The time until the next backup.
    static func wait(after last: Date?, every: Duration, at now: Date) -> Duration {
        guard let last else { return .zero }
        return max(.zero, min(every, every - .seconds(now.timeIntervalSince(last))))
    }

    /// - Returns: Whether it succeeded.
    private func backUp() async -> Bool {
        log.begin()
        do {
            let writer = BackupWriter(folder: dataFolder, access: settings.access)
            let (file, summary) = try await writer.write(to: settings.place, keep: settings.keep, at: Date()) { _, _ in }
            log.succeed(bytes: summary.bytes)
            logger.info("Wrote a backup", metadata: ["file": "\(file)", "bytes": "\(summary.bytes)", "accounts": "\(summary.accounts)"])
            return true
        } catch {
            let text = Failure.text(for: error)
            log.fail(text, at: Date())
            logger.error("The backup failed: \(text)")
            return false
        }
    }

    /// The time of the last backup; `nil` if there is none, or if the place cannot be read.
    private func last(at now: Date) async -> Date? {
        switch settings.place {
        case .folder(let path): return BackupFolder(path: path).backups(at: now).last?.time
        case .prefix(let prefix):
            guard let s3 = settings.access.s3 else { return nil }
            return try? await S3Bucket.open(prefix, access: s3) {
                try await BackupPrefix(place: prefix, bucket: $0).backups(at: now).last?.time
            }
        case .file, .object: return nil
        }
    }
}
