import Foundation
import LatchkeyBackup
import LatchkeySQLite
import Logging

/// Moves the frames of a store's log into an archive. One task uses it.
actor ArchiveLine {
    let target: any ArchiveTarget
    let log: StoreLog
    let settings: ArchiveSettings
    let state: ArchiveState
    let logger: Logger
    let snapshots: ArchiveSnapshots

    /// `nil` before the first attempt succeeds, and after a chain was given up.
    private var chain: ArchiveChain?
    /// Whether there is nothing to continue: the log was moved into the store without an archive.
    private var isLost = false
    private var snapshot: Task<Void, Never>?
    private var nextSnapshot = Date.distantFuture
    private var nextRestart = ContinuousClock.now
    /// When the server started.
    private let begin = (time: Date(), clock: ContinuousClock.now)
    /// The time of commits of an earlier process, which are in the first frames of a continued chain.
    private var lastChange: Date?

    /// The frames from which the log is moved into the store, as without an archive: 16 MiB with the pages of a store.
    private static let framesBetweenRestarts = 4096
    /// The pause after a restart that a reader prevented, such as a backup.
    private static let restartPause = Duration.seconds(5)
    /// The size of the log from which a chain is given up, because the disk of the store is more important.
    private static let maxLogBytes = 1 << 30
    /// The size if there is nothing to give up.
    private static let maxLostLogBytes = 16 << 20
    /// The segments after which a part ends before its time: fewer than a list of the objects in a bucket may have.
    private static let segmentsOfPart = 50_000
    /// The seconds by which the time may be ahead of the start of the server and the time since then.
    private static let clockTolerance = 3600.0
    /// The pause after a snapshot that failed.
    private static let snapshotRetry = 60.0

    init(
        target: any ArchiveTarget, log: StoreLog, dataFolder: String, settings: ArchiveSettings, state: ArchiveState, logger: Logger
    ) {
        (self.target, self.log, self.settings, self.state, self.logger) = (target, log, settings, state, logger)
        snapshots = ArchiveSnapshots(
            target: target, dataFolder: dataFolder, keep: settings.keep, snapshotEvery: settings.snapshotEvery)
    }

    /// Writes everything that was committed.
    ///
    /// - Throws: Errors of the target and of the disk. The next call continues where this one ended.
    func work() async throws {
        do {
            if chain == nil { try await start() }
            try await writeAll()
            try await restart()
            await beginSnapshotIfDue()
        } catch let error as WALProblem where error == .changed {
            giveUp("\(error): frames may be missing")
            throw error
        } catch let error as ArchiveConflict {
            giveUp(error.description)
            throw error
        }
    }

    /// Gives up a chain if the log is too large.
    func limitLog() async {
        let limit = chain == nil && isLost ? Self.maxLostLogBytes : Self.maxLogBytes
        guard log.bytes > limit else { return }
        if !isLost { giveUp("the write-ahead log has more than \(Self.maxLogBytes / 1_048_576) MiB that are not in it") }
        do {
            try await log.abandon()
        } catch {
            logger.warning("The write-ahead log of the store cannot be moved: \(Failure.text(for: error))")
        }
    }

    /// Stops work in the background.
    func stop() { snapshot?.cancel() }

    private func giveUp(_ reason: String) {
        snapshot?.cancel()
        (chain, isLost, nextSnapshot) = (nil, true, .distantFuture)
        state.setOldest(nil)
        state.change { $0.isComplete = false }
        logger.warning("The archive begins a new chain with a snapshot, because \(reason)")
    }

    private func start() async throws {
        if !isLost, let (resumed, last) = try await ArchiveResumption(target: target, log: log, settings: settings, logger: logger).find() {
            (chain, lastChange) = (resumed, log.lastChange)
            let now = Date()
            nextSnapshot = last.map { $0.addingTimeInterval(Double(settings.snapshotEvery.components.seconds)) } ?? now
            state.change { ($0.isComplete, $0.lastSnapshotAt) = (last != nil, last) }
            return
        }
        let newest = try await target.parts().last
        let passphrase = settings.access.passphrase
        let key = try await OwnThread.run { _ in try ArchiveKey(passphrase: passphrase) }
        let view = try await log.begin()
        do {
            chain = try ArchiveChain(key: key, view: view, after: newest)
            // A restore needs these objects as soon as it finds the snapshot.
            try await writeWaiting()
        } catch {
            view.end()
            chain = nil
            throw error
        }
        isLost = false
        state.change { $0.generations += 1 }
        beginSnapshot(view)
    }

    /// Writes what waits, and the frames after it, until only those are left that were committed meanwhile.
    private func writeAll() async throws {
        try await writeWaiting()
        while let position = chain?.position, let frames = try log.read(after: position) {
            try add(frames)
            try await writeWaiting()
            guard log.isFull(frames) else {
                lastChange = nil
                return
            }
            await limitLog()
        }
    }

    private func add(_ frames: WALFrames) throws {
        let times = log.takeTimes(through: frames.end)
        try chain?.add(frames, times: times, standard: lastChange ?? Date())
        if !times.isEmpty { lastChange = nil }
        state.setOldest(chain?.waiting.first { $0.oldest != nil }?.oldest)
    }

    private func writeWaiting() async throws {
        while let object = chain?.waiting.first {
            try await target.write(object.content, as: object.name, in: object.folder)
            chain?.removeFirst()
            state.setOldest(chain?.waiting.first { $0.oldest != nil }?.oldest)
            state.change {
                if object.name != ArchiveObject.start { $0.segments += 1 }
            }
        }
    }

    /// Moves the log into the store when it is large, and everything was written.
    private func restart() async throws {
        guard let position = chain?.position, position.frames >= Self.framesBetweenRestarts, ContinuousClock.now >= nextRestart else {
            return
        }
        nextRestart = .now + Self.restartPause
        let (frames, next) = try await log.restart(after: position)
        for piece in frames { try add(piece) }
        try chain?.move(to: next)
        try await writeWaiting()
    }

    private func beginSnapshotIfDue() async {
        guard let chain, snapshot == nil, Date() >= nextSnapshot || chain.sequence - chain.part.sequence >= Self.segmentsOfPart else {
            return
        }
        let position = chain.position
        do {
            let view = try await log.view(after: position)
            do {
                for frames in view.frames { try add(frames) }
                try self.chain?.beginPart(view)
                try await writeWaiting()
            } catch {
                view.end()
                throw error
            }
            beginSnapshot(view)
        } catch {
            nextSnapshot = Date().addingTimeInterval(Self.snapshotRetry)
            logger.error("The snapshot of the archive failed: \(Failure.text(for: error))")
        }
    }

    /// Copies and writes a snapshot in the background; segments do not wait for it.
    private func beginSnapshot(_ view: StoreView) {
        guard let chain else { return view.end() }
        nextSnapshot = .distantFuture
        let (snapshots, logger) = (snapshots, logger)
        snapshot = Task {
            do {
                let bytes = try await snapshots.write(view, in: chain.part, key: chain.key)
                logger.info("Wrote a snapshot of the archive", metadata: ["part": "\(chain.part.text)", "bytes": "\(bytes)"])
            } catch {
                view.end()
                let text = Failure.text(for: error)
                if !(error is CancellationError) { logger.error("The snapshot of the archive failed: \(text)") }
                return self.snapshotEnded(chain.part, problem: text)
            }
            self.snapshotEnded(chain.part, problem: nil)
            await self.tidy(after: chain.part)
        }
    }

    /// Removes what is too old, and looks for other servers.
    private func tidy(after part: ArchiveFolderName) async {
        do {
            try await snapshots.removeOld(at: retentionTime)
            if try await snapshots.isShared(with: part) {
                let problem = "Another server writes to this archive too. Give each server an archive of its own."
                state.change { $0.snapshotProblem = problem }
                logger.error("\(problem)")
            }
        } catch {
            logger.warning("Old parts of the archive cannot be removed: \(Failure.text(for: error))")
        }
    }

    /// The time for removals. A clock that jumps ahead must not remove everything.
    private var retentionTime: Date {
        let elapsed = begin.clock.duration(to: .now) / .seconds(1)
        return min(Date(), begin.time.addingTimeInterval(elapsed + Self.clockTolerance))
    }

    private func snapshotEnded(_ part: ArchiveFolderName, problem: String?) {
        guard chain?.generation == part.generation else { return }
        snapshot = nil
        guard problem == nil else {
            nextSnapshot = Date().addingTimeInterval(Self.snapshotRetry)
            state.change { ($0.failures, $0.snapshotProblem) = ($0.failures + 1, problem) }
            return
        }
        nextSnapshot = part.time.addingTimeInterval(Double(settings.snapshotEvery.components.seconds))
        state.change { ($0.isComplete, $0.lastSnapshotAt, $0.snapshotProblem) = (true, part.time, nil) }
    }
}
