import Foundation

/// Measures reads and writes with rules over REST, compared with PocketBase records with equivalent rules.
enum DatabaseMeasurement {
    private static let connections = 32
    private static let rounds = 5
    private static let text = "The Analytical Engine weaves algebraical patterns just as the Jacquard loom weaves flowers and leaves."

    /// A server with accounts and data, and the requests of each connection.
    private struct Subject {
        let program: ChildProgram
        let port: Int
        let reads: [[[UInt8]]]
        let writes: [[[UInt8]]]
    }

    private struct Loads {
        let read: CostedLoad
        let write: CostedLoad
    }

    static func run(_ setting: Setting) throws -> Section {
        let floor = try DiskFloor.commitsPerSecond(in: setting.folder, seconds: setting.scale)
        let ours = try latchkey(setting)
        defer { ours.program.stop() }
        let theirs = try pocketBase(setting)
        defer { theirs.program.stop() }
        // The servers alternate, so that a slowdown by the machine's host affects both.
        var reads: [[CostedLoad]] = []
        var writes: [[CostedLoad]] = []
        for round in 0..<rounds {
            reads.append(try [ours, theirs].map { try load($0, $0.reads, setting, isFirst: round == 0) })
            writes.append(try [ours, theirs].map { try load($0, $0.writes, setting, isFirst: round == 0) })
        }
        func loads(_ index: Int) -> Loads { Loads(read: median(reads.map { $0[index] }), write: median(writes.map { $0[index] })) }
        return section(ours: loads(0), theirs: loads(1), floor: floor)
    }

    /// Returns requests of each account to its own `/users/$uid`, which the rules of a new project allow.
    private static func latchkey(_ setting: Setting) throws -> Subject {
        let server = try LatchkeyServer(setting, data: setting.dataFolder("database-latchkey"))
        let people = try server.signUp(connections)
        func path(_ person: LatchkeyServer.SignedUp, _ note: Int) -> String {
            "/users/\(person.localId)/notes/note\(note).json?auth=\(person.idToken)"
        }
        let writes = try people.map { person in
            try (0..<100).map { note in
                HTTPMessage.put(
                    path(person, note), body: try JSONEncoder().encode(Note(owner: person.localId, text: text, at: Double(note))))
            }
        }
        for person in writes {
            let connection = try HTTPConnection(port: server.databasePort)
            for write in person { _ = try connection.exchange(write) }
        }
        // Each write must change the value, so the number differs in every round.
        let changing = try people.map { person in
            try (0..<2000).map { turn in
                HTTPMessage.put(
                    path(person, turn % 100),
                    body: try JSONEncoder().encode(Note(owner: person.localId, text: text, at: Double(turn) + 0.5)))
            }
        }
        return Subject(
            program: server.program, port: server.databasePort, reads: people.map { [HTTPMessage.get(path($0, 42))] }, writes: changing)
    }

    private static func pocketBase(_ setting: Setting) throws -> Subject {
        let data = setting.dataFolder("database-pocketbase")
        try PocketBase.prepare(setting, data: data)
        let server = try PocketBase(setting, data: data)
        try server.switchRequestLogOff()
        try server.makeNotes()
        let records = "/api/collections/notes/records"
        let people = try server.signUp(connections)
        let writes = try people.map { person in
            try HTTPMessage.post(
                records, json: Note(owner: person.record.id, text: text, at: 1), headers: ["Authorization": person.token])
        }
        let reads = try zip(people, writes).map { person, write in
            let made = try HTTPConnection(port: server.port).request(write, for: PocketBase.Record.self)
            return HTTPMessage.get(records + "/" + made.id, headers: ["Authorization": person.token])
        }
        return Subject(program: server.program, port: server.port, reads: reads.map { [$0] }, writes: writes.map { [$0] })
    }

    private static func load(_ subject: Subject, _ requests: [[[UInt8]]], _ setting: Setting, isFirst: Bool) throws -> CostedLoad {
        let load = Load(port: subject.port, rounds: requests, seconds: 2 * setting.scale)
        let costed = try CostedLoad.run(load, against: [subject.program.id], warmUpSeconds: isFirst ? setting.scale : 0)
        if let status = costed.outcome.firstRefusal {
            throw BenchmarkFailure("what the rules allow was refused with status \(status)")
        }
        return costed
    }

    private static func median(_ loads: [CostedLoad]) -> CostedLoad {
        loads.sorted { $0.outcome.perSecond < $1.outcome.perSecond }[loads.count / 2]
    }

    private static func section(ours: Loads, theirs: Loads, floor: Double) -> Section {
        var section = Section(
            title: "A guarded database over REST",
            introduction: """
                \(connections) kept-alive connections with an account each: `GET` of one's own note, and `PUT` of another one into one's own \
                place, acknowledged when it is durable; the median of \(rounds) rounds in turns. PocketBase (request log off): view of one's own \
                record, and create, with rules that ask the same. The floor is how often the disk takes 4 KiB for good (`fdatasync`), one \
                after the other; writes that come together may share one.
                """,
            columns: ["", "a second", "server CPU each", "median", "99 %", "generator's share of the machine"])
        func row(_ name: String, _ load: CostedLoad) {
            section.rows.append(
                .init(
                    name, load.outcome.perSecond.rate, load.serverCPUSecondsPerRequest.time, load.outcome.quantile(0.5).time,
                    load.outcome.quantile(0.99).time, load.generatorShare.percent))
        }
        row("Latchkey, GET", ours.read)
        row("PocketBase, view", theirs.read)
        section.rows.append(.init("floor of a single writer: the disk", floor.rate, "", "", "", ""))
        row("Latchkey, PUT", ours.write)
        row("PocketBase, create", theirs.write)
        let write = ours.write.outcome.perSecond / theirs.write.outcome.perSecond
        let read = ours.read.outcome.perSecond / theirs.read.outcome.perSecond
        section.goals = [
            .atLeast(
                3, write, "durable, guarded PUTs at 3 times the rate of PocketBase's guarded creates", measured: "\(write.digits(2)) times"),
            .atLeast(3, read, "guarded GETs at 3 times the rate of PocketBase's guarded views", measured: "\(read.digits(2)) times"),
        ]
        return section
    }
}

/// The record that both servers store.
struct Note: Encodable {
    let owner: String
    let text: String
    let at: Double
}
