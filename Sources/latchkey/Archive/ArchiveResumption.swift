import Foundation
import LatchkeyBackup
import LatchkeySQLite
import Logging

/// Finds the chain of an earlier process that the log of the store continues.
struct ArchiveResumption {
    let target: any ArchiveTarget
    let log: StoreLog
    let settings: ArchiveSettings
    let logger: Logger

    /// - Returns: The chain, and the time of its last snapshot; `nil` if the log does not continue the archive.
    /// - Throws: Errors of the target.
    func find() async throws -> (chain: ArchiveChain, lastSnapshot: Date?)? {
        let parts = try await target.parts()
        guard let part = parts.last else { return nil }
        let names = try await target.names(in: part.text)
        guard let sequence = names.compactMap({ ArchiveObject.sequence(of: $0) }).max(), names.contains(ArchiveObject.start) else {
            return nil
        }
        do {
            let start = try await target.read(ArchiveObject.start, in: part.text, maxBytes: ArchiveKey.maxStartBytes)
            let passphrase = settings.access.passphrase
            let key = try await OwnThread.run { _ in try ArchiveKey(start: start, passphrase: passphrase) }
            guard key.isEncrypted == (passphrase != nil) else { return nil }
            let name = ArchiveObject.segment(sequence)
            let object = try await target.read(name, in: part.text, maxBytes: Segment.maxBytes)
            let last = try Segment(key.open(object, as: ArchiveChain.place(part, name))).header
            guard last.generation == part.generation, last.sequence == sequence, try log.continues(last.end) else {
                logger.info("The store was changed or copied without the archive, which begins a new chain with a snapshot")
                return nil
            }
            return (ArchiveChain(key: key, part: part, last: last), try await lastSnapshot(of: part.generation, parts))
        } catch let error as ArchiveFormatError {
            logger.warning("The archive cannot be continued and begins a new chain with a snapshot: \(error)")
            return nil
        } catch let error as AgeError {
            logger.warning("The archive cannot be continued and begins a new chain with a snapshot: \(error)")
            return nil
        }
    }

    private func lastSnapshot(of generation: String, _ parts: [ArchiveFolderName]) async throws -> Date? {
        for part in parts.reversed() where part.generation == generation {
            if try await target.names(in: part.text).contains(ArchiveObject.snapshot) { return part.time }
        }
        return nil
    }
}
