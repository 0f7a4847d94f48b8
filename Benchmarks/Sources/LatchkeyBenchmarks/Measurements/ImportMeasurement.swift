// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// How fast users move in from a file of `firebase auth:export`, and how much memory it takes.
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
        // A server makes the project.
        try LatchkeyServer(setting, data: data).program.stop()
        let file = setting.folder + "/users.json"
        let config = setting.folder + "/hash.json"
        try write(count, to: file)
        guard
            FileManager.default.createFile(
                atPath: config, contents: Data(#"{"algorithm":"SHA256","rounds":1}"#.utf8), attributes: [.posixPermissions: 0o600])
        else { throw BenchmarkFailure("\(config) cannot be written") }
        let arguments = ["users", "import", file, "--hash-config", config, "--data", data]
        let first = try measure(setting, arguments)
        let second = try measure(setting, arguments)
        let size = (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? NSNumber)?.doubleValue ?? 0
        try? FileManager.default.removeItem(atPath: file)
        return section(count: count, fileMegabytes: size / 1e6, first: first, second: second)
    }

    /// As Firebase writes them: a hash, a salt, a name, every third with a provider.
    private static func write(_ count: Int, to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
            throw BenchmarkFailure("\(path) cannot be written")
        }
        defer { try? handle.close() }
        var generator = SystemRandomNumberGenerator()
        func bytes(_ count: Int) -> String {
            Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }).base64EncodedString()
        }
        try handle.write(contentsOf: Data("{\"users\": [".utf8))
        var text = ""
        for index in 0..<count {
            let provider =
                index % 3 == 0
                ? #"{"providerId":"google.com","rawId":"1\#(index)","email":"user\#(index)@example.com","displayName":"User \#(index)"}"#
                : ""
            text += """
                \(index == 0 ? "" : ",")
                {"localId":"u\(String(index * 7919 % 1_000_000_007, radix: 36))\(index)","email":"user\(index)@example.com",\
                "emailVerified":true,"passwordHash":"\(bytes(32))","salt":"\(bytes(16))","displayName":"User Number \(index)",\
                "lastSignedInAt":"1700000000000","createdAt":"1600000000000","disabled":false,"providerUserInfo":[\(provider)]}
                """
            if text.utf8.count > 1_000_000 {
                try handle.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try handle.write(contentsOf: Data((text + "\n]}\n").utf8))
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
                `latchkey users import` of a file with \(count) users (\(Int(fileMegabytes)) MB of JSON, every third with a provider) into an \
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
            .atLeast(20_000, rate, "20,000 users a second or more", measured: "\(rate.rate) a second"),
            .atMost(200, peak, "in less than 200 MiB, whatever the file's size", measured: "\(Int(peak.rounded())) MiB"),
        ]
        return section
    }
}

/// Watches how much memory a process takes at most.
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
