import Foundation

/// Runs the measurements and prints the results. A complete run can write `docs/benchmarks.md`.
@main
struct LatchkeyBenchmarks {
    enum Name: String, CaseIterable {
        case signature, refresh, calls, password, flood, throttle, twitter, client, moving, many, rules, database, fanout, listeners,
            windows
        case large, console, footprint, dependency, mixed, constancy, accounts, instructions
        case postgres, nodes
        case largeReaders = "large-readers"
        case stalledReaders = "stalled-readers"

        /// Whether a complete run leaves the measurement out: soak tests of hours, counts under valgrind, and what is a preview.
        var isOnRequest: Bool { [.constancy, .accounts, .instructions, .postgres, .nodes].contains(self) }
    }

    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        var arguments = CommandLine.arguments.dropFirst()
        if arguments.first == FixedAnswers.argument {
            return try await FixedAnswers.serve(port: arguments.dropFirst().first.flatMap { Int($0) } ?? 0)
        }
        let isTrial = arguments.contains("--trial")
        arguments.removeAll { $0 == "--trial" }
        let records = arguments.contains("--record")
        arguments.removeAll { $0 == "--record" }
        let manyRequests = try takeManyRequests(&arguments) ?? (isTrial ? 5000 : 1_000_000)
        let only = try take("--only", #"a part of a row's name, such as --only "denied read""#, from: &arguments)
        let names = try arguments.map { text in
            guard let name = Name(rawValue: text) else {
                let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
                throw BenchmarkFailure("\(text) is none of \(names), --trial, --record, --requests N, --only TEXT")
            }
            return name
        }
        let setting = try setting(isTrial: isTrial, manyRequests: manyRequests, only: only, records: records)
        defer { try? FileManager.default.removeItem(atPath: setting.folder) }

        let begin = ContinuousClock.now
        let load = Machine.load
        if load > Double(Machine.coreCount) / 4 {
            say("the load average is \(load.digits(2)): other programs are running, so the figures are less reliable")
        }
        let (sections, failed) = await measure(names.isEmpty ? Name.allCases.filter { !$0.isOnRequest } : names, setting)
        let isWhole = names.isEmpty && !isTrial && failed.isEmpty
        let document = Document(
            sections: sections, machine: try Machine.description(setting), loads: (load, Machine.load),
            seconds: begin.duration(to: .now).inSeconds, isTrial: isTrial)
        let output = ProcessInfo.processInfo.environment["BENCHMARKS_OUTPUT"]
        if isWhole, let output {
            try document.markdown.write(toFile: output, atomically: true, encoding: .utf8)
            say("written to \(output)")
        } else {
            print(document.markdown)
        }
        if isWhole || records && !isTrial, let output {
            let folder = URL(fileURLWithPath: output).deletingLastPathComponent().appendingPathComponent("images")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for image in sections.compactMap(\.image) {
                try image.text.write(to: folder.appendingPathComponent(image.name + ".svg"), atomically: true, encoding: .utf8)
            }
        }
        guard failed.isEmpty else {
            throw BenchmarkFailure("no result for \(failed.map(\.rawValue).joined(separator: ", "))")
        }
        // Unlike times, counts hardly depend on the machine, so a script can rely on them.
        let missed = sections.filter(\.isGuard).flatMap(\.goals).filter { !$0.isReached }
        guard missed.isEmpty || records && !isTrial else {
            throw BenchmarkFailure("missed: " + missed.map { "\($0.text) (\($0.measured))" }.joined(separator: "; "))
        }
    }

    /// Returns the results, and the measurements that failed. A failure loses no results of other measurements, which can take an hour.
    private static func measure(_ names: [Name], _ setting: Setting) async -> (sections: [Section], failed: [Name]) {
        var (sections, failed): ([Section], [Name]) = ([], [])
        for name in names {
            say("measuring \(name.rawValue)")
            let before = StolenTime.now
            do {
                var section = try await measure(name, setting)
                let stolen = StolenTime.now.share(since: before)
                if stolen > 0.01 {
                    section.remarks.append(
                        "The machine's host meanwhile gave \(stolen.percent) of the processor time to others. Only ratios are unaffected.")
                }
                sections.append(section)
            } catch {
                say("\(name.rawValue) failed: \(error)")
                failed.append(name)
            }
        }
        return (sections, failed)
    }

    private static func measure(_ name: Name, _ setting: Setting) async throws -> Section {
        switch name {
        case .signature: try OAuth1SignatureMeasurement.run(setting)
        case .refresh: try TokenRefreshMeasurement.run(setting)
        case .calls: try AccountCallsMeasurement.run(setting)
        case .password: try PasswordMeasurement.run(setting)
        case .flood: try HashingFloodMeasurement.run(setting)
        case .throttle: try ThrottleMeasurement.run(setting)
        case .twitter: try TwitterSignInMeasurement.run(setting)
        case .client: try await ClientMeasurement.run(setting)
        case .moving: try ImportMeasurement.run(setting)
        case .many: try await ManyUsersMeasurement.run(setting)
        case .rules: try RulesMeasurement.run(setting)
        case .database: try DatabaseMeasurement.run(setting)
        case .fanout: try await FanOutMeasurement.run(setting)
        case .listeners: try await ListenersMeasurement.run(setting)
        case .windows: try await WindowsMeasurement.run(setting)
        case .large: try await LargeTreeMeasurement.run(setting)
        case .console: try await ConsoleMeasurement.run(setting)
        case .footprint: try FootprintMeasurement.run(setting)
        case .dependency: try DependencyMeasurement.run(setting)
        case .mixed: try await MixedLoadMeasurement.run(setting)
        case .constancy: try await ConstancyMeasurement.run(setting)
        case .accounts: try AccountConstancyMeasurement.run(setting)
        case .instructions: try await InstructionsMeasurement.run(setting)
        case .postgres: try PostgresMeasurement.run(setting)
        case .nodes: try await NodesMeasurement.run(setting)
        case .largeReaders: try await LargeReadersMeasurement.run(setting)
        case .stalledReaders: try await StalledReadersMeasurement.run(setting)
        }
    }

    /// Removes `--requests N` from the arguments.
    private static func takeManyRequests(_ arguments: inout ArraySlice<String>) throws -> Int? {
        let wanted = "a number from 1000 on, such as --requests 1000000"
        guard let text = try take("--requests", wanted, from: &arguments) else { return nil }
        guard let count = Int(text), count >= 1000 else { throw BenchmarkFailure("--requests wants \(wanted)") }
        return count
    }

    /// Removes an option and its value from the arguments.
    private static func take(_ option: String, _ wanted: String, from arguments: inout ArraySlice<String>) throws -> String? {
        guard let index = arguments.firstIndex(of: option) else { return nil }
        let next = arguments.index(after: index)
        guard next < arguments.endIndex else { throw BenchmarkFailure("\(option) wants \(wanted)") }
        defer { arguments.removeSubrange(index...next) }
        return arguments[next]
    }

    private static func setting(isTrial: Bool, manyRequests: Int, only: String?, records: Bool) throws -> Setting {
        func variable(_ name: String) throws -> String {
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                throw BenchmarkFailure("\(name) is not set; start the benchmarks with `make bench`")
            }
            return value
        }
        let folder = FileManager.default.temporaryDirectory.path + "/latchkey-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return Setting(
            latchkey: try variable("LATCHKEY_BINARY"), pocketBase: try variable("POCKETBASE_BINARY"),
            python: try variable("BENCHMARKS_PYTHON"), peers: try variable("BENCHMARKS_PEERS"),
            checkout: try variable("BENCHMARKS_CHECKOUT"), folder: folder,
            scale: isTrial ? 0.1 : 1, manyRequests: manyRequests, only: only, records: records)
    }

    /// Prints progress to standard error.
    static func say(_ text: String) {
        FileHandle.standardError.write(Data("benchmarks: \(text)\n".utf8))
    }
}
