import Foundation

/// Measures the start time, memory, and executable size of a server.
enum FootprintMeasurement {
    private static let starts = 15
    private static let connections = 16

    private struct Footprint {
        let firstStart: Double
        let start: Double
        let idle: Memory
        let loaded: Memory
        let bytes: Int
        let gzipBytes: Int
    }

    static func run(_ setting: Setting) throws -> Section {
        section(ours: try latchkey(setting), peer: try pocketBase(setting))
    }

    private static func latchkey(_ setting: Setting) throws -> Footprint {
        let data = setting.dataFolder("footprint-latchkey")
        let start = {
            try time(path: "/healthz") { port in
                try ChildProgram(
                    setting.latchkey, LatchkeyServer.arguments(data: data, port: port, algorithm: .rs256),
                    log: setting.folder + "/latchkey.log")
            }
        }
        let first = try start()
        let median = try median(of: start, setting)
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        let accounts = try server.signUp(connections)
        server.program.stop()
        let fresh = try LatchkeyServer(setting, data: data)
        defer { fresh.program.stop() }
        let requests = accounts.map(fresh.refresh)
        let memory = try memory(of: fresh.program, under: Load(port: fresh.port, requests: requests, seconds: 4 * setting.scale))
        let size = try size(of: setting.latchkey, setting)
        return Footprint(
            firstStart: first, start: median, idle: memory.idle, loaded: memory.loaded, bytes: size.plain, gzipBytes: size.gzip)
    }

    private static func pocketBase(_ setting: Setting) throws -> Footprint {
        let data = setting.dataFolder("footprint-pocketbase")
        let log = setting.folder + "/pocketbase.log"
        let start = {
            try time(path: PocketBase.healthPath) { port in
                try ChildProgram(setting.pocketBase, PocketBase.arguments(data: data, port: port), log: log)
            }
        }
        // Creates the folder, and prevents the first start from opening a browser.
        let begin = ContinuousClock.now
        try PocketBase.prepare(setting, data: data)
        let preparation = begin.duration(to: .now).inSeconds
        let first = try start() + preparation
        let median = try median(of: start, setting)
        let server = try PocketBase(setting, data: data)
        defer { server.program.stop() }
        let people = try server.signUp(connections)
        server.program.stop()
        let fresh = try PocketBase(setting, data: data)
        defer { fresh.program.stop() }
        let memory = try memory(
            of: fresh.program, under: Load(port: fresh.port, requests: people.map { fresh.refresh($0.token) }, seconds: 4 * setting.scale))
        let size = try size(of: setting.pocketBase, setting)
        return Footprint(
            firstStart: first, start: median, idle: memory.idle, loaded: memory.loaded, bytes: size.plain, gzipBytes: size.gzip)
    }

    /// Returns the seconds from creating the process to the first successful health check.
    private static func time(path: String, _ start: (_ port: Int) throws -> ChildProgram) throws -> Double {
        let port = try FreePort.find()
        let begin = ContinuousClock.now
        let program = try start(port)
        defer { program.stop() }
        program.ignoreOutput()
        return try Health.wait(port: port, path: path, since: begin)
    }

    private static func median(of start: () throws -> Double, _ setting: Setting) throws -> Double {
        let all = try (0..<max(3, Int(Double(starts) * setting.scale))).map { _ in try start() }
        return all.sorted()[all.count / 2]
    }

    private static func memory(of program: ChildProgram, under load: Load) throws -> (idle: Memory, loaded: Memory) {
        Thread.sleep(forTimeInterval: 1)
        let idle = try Memory(of: program.id)
        let outcome = try load.run()
        guard outcome.refused == 0 else { throw BenchmarkFailure("\(outcome.refused) requests were refused") }
        return (idle, try Memory(of: program.id))
    }

    private static func size(of binary: String, _ setting: Setting) throws -> (plain: Int, gzip: Int) {
        let stripped = setting.folder + "/stripped"
        try ChildProgram.run("/usr/bin/env", ["strip", "-o", stripped, binary])
        try ChildProgram.run("/usr/bin/env", ["gzip", "--force", "--keep", stripped])
        func bytes(_ path: String) throws -> Int {
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        return (try bytes(stripped), try bytes(stripped + ".gz"))
    }

    private static func section(ours: Footprint, peer: Footprint) -> Section {
        var section = Section(
            title: "Start, memory, size",
            introduction: """
                From starting the process to the first healthy answer over HTTP (the median of \(starts) starts with an existing data folder; \
                the first start also makes the folder, for Latchkey with an RSA key); resident memory one second after a start, and after \
                four seconds of token refresh on \(connections) connections; the stripped program file.
                """,
            columns: ["", "Latchkey", "PocketBase"])
        func row(_ name: String, _ value: (Footprint) -> String) {
            section.rows.append(.init(name, value(ours), value(peer)))
        }
        func mebibytes(_ bytes: Int) -> String { (Double(bytes) / 1_048_576).digits(1) + " MiB" }
        func memory(_ memory: Memory) -> String { "\(memory.resident.digits(1)) MiB (\(memory.anonymous.digits(1)) anonymous)" }
        row("start") { $0.start.time }
        row("first start") { $0.firstStart.time }
        row("resident, idle") { memory($0.idle) }
        row("resident, after load") { memory($0.loaded) }
        row("program file, stripped") { mebibytes($0.bytes) }
        row("the same, gzipped") { mebibytes($0.gzipBytes) }
        section.remarks = [
            """
            Three quarters of our file are machine code: Foundation, which Hummingbird and GRDB need, Swift's runtime, two copies of \
            BoringSSL, and about 12 MB of our own. Resident memory counts the pages of the file that were touched; the anonymous part is \
            what the process itself holds.
            """
        ]
        return section
    }
}
