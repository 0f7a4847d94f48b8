import Foundation

/// Measures the start time, memory, and executable size of a server.
enum FootprintMeasurement {
    private static let starts = 15
    private static let users = 17_000
    private static let notes = 100
    private static let connections = 16
    private static let killedStarts = 5
    /// SQLite moves the write-ahead log into the database when it has 4,096 pages.
    private static let checkpointMebibytes = 16.0
    private static let nearlyFullLogMebibytes = 12.0

    private struct Starts {
        /// Folders with the users of `users` and a database.
        let filled, peerFilled: Double
        let empty, emulator: Double
        /// Hummingbird alone.
        let floor: Double
        /// A folder that a killed server left behind, with a nearly full write-ahead log.
        let afterKill: Double
        let logMebibytes: Double
        let first, peerFirst: Double
    }

    private struct Footprint {
        let idle: Memory
        let loaded: Memory
        let megabytes: Double
        let gzipMegabytes: Double
        let libraries: Int
    }

    static func run(_ setting: Setting) throws -> Section {
        let (empty, filled) = (setting.dataFolder("footprint-empty"), setting.dataFolder("footprint-latchkey"))
        let peerData = setting.dataFolder("footprint-pocketbase")
        let first = try StartableServer.latchkey(setting, data: empty).timeOfStart()
        let peer = StartableServer.pocketBase(setting, data: peerData)
        let peerFirst = try firstStart(of: peer, setting, data: peerData)
        let peerAccounts = try fillPocketBase(setting, data: peerData)
        let accounts = try fillLatchkey(setting, data: filled)
        let medians = try StartableServer.medians(
            of: [.latchkey(setting, data: filled), peer, .latchkey(setting, data: empty), .emulator(setting), .fixedAnswers(setting)],
            starts: count(setting))
        let killed = try afterKill(setting)
        let starts = Starts(
            filled: medians[0], peerFilled: medians[1], empty: medians[2], emulator: medians[3], floor: medians[4],
            afterKill: killed.seconds, logMebibytes: killed.logMebibytes, first: first, peerFirst: peerFirst)
        return section(
            starts, ours: try latchkey(setting, data: filled, accounts), peer: try pocketBase(setting, data: peerData, peerAccounts))
    }

    private static func count(_ setting: Setting) -> Int { max(3, Int(Double(starts) * setting.scale)) }

    /// Makes a folder with users, accounts that refresh their tokens, and a database with notes.
    private static func fillLatchkey(_ setting: Setting, data: String) throws -> [LatchkeyServer.SignedUp] {
        let file = try UsersFile(users, in: setting.folder)
        defer { file.remove() }
        try LatchkeyServer(setting, data: data).program.stop()
        try ChildProgram.run(setting.latchkey, file.importing(to: data))
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        let accounts = try server.signUp(connections)
        let database = try HTTPConnection(port: server.databasePort)
        for note in 0..<notes {
            let account = accounts[note % connections]
            let path = "/users/\(account.localId)/notes/note\(note).json?auth=\(account.idToken)"
            let status = try database.exchange(HTTPMessage.put(path, body: Data(#"{"text":"A note"}"#.utf8)))
            guard status == 200 else { throw BenchmarkFailure("a note was refused with status \(status)") }
        }
        return accounts
    }

    private static func fillPocketBase(_ setting: Setting, data: String) throws -> [PocketBase.Authenticated] {
        try PocketBase.fill(setting, data: data, count: users)
        let server = try PocketBase(setting, data: data)
        defer { server.program.stop() }
        return try server.signUp(connections)
    }

    /// Returns the seconds of PocketBase's first start, with the command that creates its administrator. Without one, the first start would
    /// open a browser.
    private static func firstStart(of server: StartableServer, _ setting: Setting, data: String) throws -> Double {
        let begin = ContinuousClock.now
        try PocketBase.prepare(setting, data: data)
        let preparation = begin.duration(to: .now).inSeconds
        return try server.timeOfStart() + preparation
    }

    /// Kills a server whose write-ahead log is nearly full for the first time, and measures the next start. Each folder is good for one such
    /// start.
    private static func afterKill(_ setting: Setting) throws -> (seconds: Double, logMebibytes: Double) {
        let all = try (0..<killedStarts).map { index in
            let data = setting.dataFolder("footprint-killed-\(index)")
            let log = try killedLog(setting, data: data)
            return (seconds: try StartableServer.latchkey(setting, data: data).timeOfStart(), logMebibytes: log)
        }
        return all.sorted { $0.seconds < $1.seconds }[all.count / 2]
    }

    /// Returns the size of the log that a killed server leaves in a folder, in MiB.
    private static func killedLog(_ setting: Setting, data: String) throws -> Double {
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.kill() }
        try server.allowManySignUps(setting, data: data)
        let signUp = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
        // Short rounds, because after a checkpoint the file keeps its size but has little to recover.
        let load = Load(port: server.port, requests: .init(repeating: signUp, count: connections), seconds: 0.02)
        for _ in 0..<1000 {
            if let status = try load.run().firstRefusal { throw BenchmarkFailure("a sign-up was refused with status \(status)") }
            let size = logMebibytes(data)
            if size >= checkpointMebibytes { break }
            if size >= nearlyFullLogMebibytes { return size }
        }
        throw BenchmarkFailure("the write-ahead log was not between \(nearlyFullLogMebibytes) and \(checkpointMebibytes) MiB")
    }

    private static func logMebibytes(_ data: String) -> Double {
        let attributes = try? FileManager.default.attributesOfItem(atPath: data + "/latchkey.db-wal")
        return Double((attributes?[.size] as? Int) ?? 0) / 1_048_576
    }

    private static func latchkey(_ setting: Setting, data: String, _ accounts: [LatchkeyServer.SignedUp]) throws -> Footprint {
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        let load = Load(port: server.port, requests: accounts.map(server.refresh), seconds: 4 * setting.scale)
        return try footprint(of: setting.latchkey, server.program, setting, under: load)
    }

    private static func pocketBase(_ setting: Setting, data: String, _ people: [PocketBase.Authenticated]) throws -> Footprint {
        let server = try PocketBase(setting, data: data)
        defer { server.program.stop() }
        let load = Load(port: server.port, requests: people.map { server.refresh($0.token) }, seconds: 4 * setting.scale)
        return try footprint(of: setting.pocketBase, server.program, setting, under: load)
    }

    private static func footprint(
        of executable: String, _ program: ChildProgram, _ setting: Setting, under load: Load
    ) throws -> Footprint {
        Thread.sleep(forTimeInterval: 1)
        let idle = try Memory(of: program.id)
        let outcome = try load.run()
        guard outcome.refused == 0 else { throw BenchmarkFailure("\(outcome.refused) requests were refused") }
        let file = try ProgramFile(executable, setting)
        return Footprint(
            idle: idle, loaded: try Memory(of: program.id), megabytes: file.megabytes, gzipMegabytes: file.gzipMegabytes,
            libraries: file.libraries)
    }

    private static func section(_ starts: Starts, ours: Footprint, peer: Footprint) -> Section {
        var section = Section(
            title: "Start, memory, size",
            introduction: """
                From creating the process to the first healthy answer over HTTP, with \(users.grouped) users, and for Latchkey with a small database, \
                which it loads after that answer: medians of \(Self.starts) starts in turns, and of \(killedStarts) after a kill. The first \
                start, a single one, also makes the folder, for Latchkey with an RSA key and for PocketBase with its administrator. Resident \
                memory one second after a start with the same folders, and after four seconds of token refresh on \(connections) connections; \
                the stripped program file, in units of 1,000,000 bytes, and the shared libraries that it names.
                """,
            columns: ["", "Latchkey", "PocketBase"])
        func memory(_ memory: Memory) -> String { "\(memory.resident.digits(1)) MiB (\(memory.anonymous.digits(1)) anonymous)" }
        section.rows = [
            .init("start", starts.filled.time, starts.peerFilled.time),
            .init("start, nothing stored", starts.empty.time, ""),
            .init("start after SIGKILL, with a write-ahead log of \(starts.logMebibytes.digits(1)) MiB", starts.afterKill.time, ""),
            .init("start of the emulator", starts.emulator.time, ""),
            .init("floor: start of Hummingbird with one route, in the program of the benchmarks", starts.floor.time, ""),
            .init("first start", starts.first.time, starts.peerFirst.time),
            .init("resident, idle", memory(ours.idle), memory(peer.idle)),
            .init("resident, after load", memory(ours.loaded), memory(peer.loaded)),
            .init("program file, stripped", ours.megabytes.digits(1) + " MB", peer.megabytes.digits(1) + " MB"),
            .init("the same, gzipped", ours.gzipMegabytes.digits(1) + " MB", peer.gzipMegabytes.digits(1) + " MB"),
            .init("shared libraries", String(ours.libraries), String(peer.libraries)),
        ]
        section.goals = goals(starts, ours)
        section.remarks = ["[Where time and bytes go](performance.md#start) explains what is missing."]
        return section
    }

    private static func goals(_ starts: Starts, _ ours: Footprint) -> [Goal] {
        [
            .atMost(
                starts.peerFilled, starts.filled, "a start that takes at most as long as PocketBase's",
                measured: "\(starts.filled.time) beside \(starts.peerFilled.time)"),
            .atMost(
                1.1 * starts.empty, starts.filled, "a start that does not depend on what is stored, within 10 %",
                measured: "\(starts.empty.time) with nothing, \(starts.filled.time) with \(users.grouped) users and a database"),
            .atMost(0.03, starts.emulator, "a start of the emulator in 30 ms", measured: starts.emulator.time),
            .atMost(40, ours.idle.resident, "40 MiB of resident memory, idle", measured: "\(ours.idle.resident.digits(1)) MiB"),
            .atMost(10, ours.idle.anonymous, "10 MiB of it anonymous", measured: "\(ours.idle.anonymous.digits(1)) MiB"),
            .atMost(60, ours.megabytes, "a program file of 60 MB", measured: "\(ours.megabytes.digits(1)) MB"),
            .atMost(22, ours.gzipMegabytes, "22 MB when it is gzipped", measured: "\(ours.gzipMegabytes.digits(1)) MB"),
            .atMost(4, Double(ours.libraries), "at most two shared libraries besides libc and libm", measured: "\(ours.libraries)"),
        ]
    }
}
