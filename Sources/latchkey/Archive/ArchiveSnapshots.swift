import Foundation
import LatchkeyBackup
import LatchkeySQLite

/// Writes snapshots into an archive, and removes parts that are too old.
struct ArchiveSnapshots: Sendable {
    let target: any ArchiveTarget
    let dataFolder: String
    let keep: Duration
    let snapshotEvery: Duration

    /// Writes a view of the store as the snapshot of a part.
    ///
    /// - Returns: The size of the store in bytes.
    func write(_ view: StoreView, in part: ArchiveFolderName, key: ArchiveKey) async throws -> Int {
        let work = try WorkFolder(in: dataFolder)
        let file = work.path + "/copy.db"
        let summary = try await OwnThread.run { sign in
            try view.copy(to: file) { _, _ in if sign.isRaised { throw CancellationError() } }
        }
        let place = ArchiveChain.place(part, ArchiveObject.snapshot)
        try await target.write(
            file: file, size: summary.bytes, through: key.sealing(as: place), as: ArchiveObject.snapshot, in: part.text)
        return withExtendedLifetime(work) { summary.bytes }
    }

    /// Returns whether all segments of a part are older than a time. A chain that still grows begins a part with each snapshot.
    private func isOver(_ part: ArchiveFolderName, _ parts: [ArchiveFolderName], _ bound: Date) -> Bool {
        let growth = part.time.addingTimeInterval(2 * Double(snapshotEvery.components.seconds))
        return growth < bound || parts.contains { $0.generation == part.generation && $0 > part && $0.time <= bound }
    }

    /// Returns whether another server added a part after one of this chain.
    func isShared(with part: ArchiveFolderName) async throws -> Bool {
        let parts = try await target.parts()
        guard let first = parts.first(where: { $0.generation == part.generation }) else { return false }
        return parts.contains { $0.generation != part.generation && $0 > first }
    }

    /// Removes the parts that no moment of the kept time needs: those before the last snapshot that is older than it.
    func removeOld(at now: Date) async throws {
        let bound = now.addingTimeInterval(-Double(keep.components.seconds))
        let parts = try await target.parts()
        for (index, part) in parts.enumerated().reversed() where part.time <= bound {
            guard part.isComplete(with: try await target.names(in: part.text)) else { continue }
            for old in parts[..<index] where isOver(old, parts, bound) { try await target.remove(old.text) }
            return
        }
    }
}
