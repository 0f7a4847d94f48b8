import Foundation
import Synchronization

/// Measures the rate and the memory of an import of users from a `firebase auth:export` file.
enum ImportMeasurement {
    private static let fullCount = 1_000_000

    private struct Run {
        let seconds: Double
        let peakMebibytes: Double
        let cpuSeconds: Double
    }

    static func run(_ setting: Setting) throws -> Section {
        let count = Int(Double(fullCount) * setting.scale)
        let data = setting.dataFolder("import")
        // Starting a server creates the project.
        try LatchkeyServer(setting, data: data).program.stop()
        let file = try UsersFile(count, in: setting.folder)
        defer { file.remove() }
        let first = try measure(setting, file.importing(to: data))
        let second = try measure(setting, file.importing(to: data))
        return section(count: count, fileMegabytes: file.megabytes, first: first, second: second)
    }

    private static func measure(_ setting: Setting, _ arguments: [String]) throws -> Run {
        var before = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &before)
        let begin = ContinuousClock.now
        let program = try ChildProgram(setting.latchkey, arguments, log: setting.folder + "/import.log")
        let watcher = Peak(program.id)
        _ = try program.firstLine()
        let seconds = begin.duration(to: .now).inSeconds
        let peak = watcher.stop()
        program.stop()
        var after = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &after)
        func total(_ usage: rusage) -> Double {
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        }
        return Run(seconds: seconds, peakMebibytes: peak, cpuSeconds: total(after) - total(before))
    }

    private static func section(count: Int, fileMegabytes: Double, first: Run, second: Run) -> Section {
        var section = Section(
            title: "Moving users in",
            introduction: """
                `latchkey users import` of a file with \(count.grouped) users (\(Int(fileMegabytes)) MB of JSON, every third with a provider) into an \
                empty project, without a server, a thousand users in a durable transaction; then the same file again.
                """,
            columns: ["", "users a second", "time", "CPU", "peak memory"])
        func row(_ name: String, _ run: Run) {
            section.rows.append(
                .init(
                    name, (Double(count) / run.seconds).rate, run.seconds.time, run.cpuSeconds.time,
                    "\(Int(run.peakMebibytes.rounded())) MiB"))
        }
        row("first time: all are new", first)
        row("again: nothing changes", second)
        let rate = Double(count) / first.seconds
        let peak = max(first.peakMebibytes, second.peakMebibytes)
        section.goals = [
            .atLeast(40_000, rate, "an import of 40,000 users a second", measured: "\(rate.rate) a second"),
            .atMost(200, peak, "an import in less than 200 MiB, for any file size", measured: "\(Int(peak.rounded())) MiB"),
        ]
        return section
    }
}

/// Records the peak memory of a process.
private final class Peak: Sendable {
    private let state = Mutex((highest: 0.0, isOver: false))

    init(_ process: Int32) {
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isOver }), let memory = try? Memory(of: process) {
                state.withLock { $0.highest = max($0.highest, memory.resident) }
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    func stop() -> Double {
        state.withLock { state in
            state.isOver = true
            return state.highest
        }
    }
}
