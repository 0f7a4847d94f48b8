import Foundation
import LatchkeySQLite
import Logging
import ServiceLifecycle

/// Writes the continuous archive while the server runs.
struct Archiver: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "archive"

    let settings: ArchiveSettings
    let log: StoreLog
    let dataFolder: String
    let state = ArchiveState()
    let logger: Logger

    /// The time that the server waits at its start until the archive is complete.
    private static let startLimit = Duration.seconds(10)
    /// The time for the last segments when the server stops.
    private static let stopLimit = Duration.seconds(5)
    /// The longest time without a look at the log, which other programs may change too.
    private static let tick = Duration.seconds(1)
    /// A log line for each five minutes of failures.
    private static let attemptsPerLine = 20
    private static let retries: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(15)]

    func run() async throws {
        WorkFolder.removeUnused(in: dataFolder)
        try await ArchiveSettings.open(settings.place, access: settings.access) { target in
            let line = ArchiveLine(
                target: target, log: log, dataFolder: dataFolder, settings: settings, state: state, logger: logger)
            await cancelWhenGracefulShutdown {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        while !Task.isCancelled {
                            log.wake()
                            // Also while a write to the archive hangs.
                            await line.limitLog()
                            try? await Task.sleep(for: Self.tick)
                        }
                    }
                    group.addTask { await work(line, pace: target.pace) }
                }
            }
            await line.stop()
            await finish(line)
        }
    }

    private func work(_ line: ArchiveLine, pace: Duration) async {
        var failures = 0
        for await _ in log.commits {
            let begin = ContinuousClock.now
            do {
                try await line.work()
                if failures > 0 { logger.notice("The archive can be written again") }
                failures = 0
                state.change { ($0.isUp, $0.problem) = (true, nil) }
                try? await Task.sleep(until: begin + pace)
            } catch {
                if Task.isCancelled { return }
                let text = Failure.text(for: error)
                state.change { ($0.isUp, $0.problem, $0.failures) = (false, text, $0.failures + 1) }
                // A failure may last for days.
                if failures % Self.attemptsPerLine == 0 { logger.error("The archive cannot be written: \(text)") }
                await line.limitLog()
                try? await Task.sleep(for: Self.retries[min(failures, Self.retries.count - 1)])
                failures += 1
            }
        }
    }

    /// Writes what was committed since the last attempt, for some seconds at most.
    private func finish(_ line: ArchiveLine) async {
        let isDone = await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await line.work()) != nil }
            group.addTask {
                try? await Task.sleep(for: Self.stopLimit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        await line.stop()
        if !isDone { logger.warning("The archive lacks the last changes; the next start adds them") }
    }

    /// Waits until everything is in the archive. If it cannot be written, the server starts without it.
    func waitUntilComplete() async {
        if await !state.waitUntilComplete(Self.startLimit) {
            logger.warning("The archive is not complete yet; the server starts without waiting for it")
        }
    }

    /// The state for `latchkey status` and for measurements.
    func status(at now: Date) -> ArchiveStatus { state.status(unread: log.oldestCommit, logBytes: log.bytes, at: now) }
}
