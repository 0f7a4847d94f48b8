import Foundation

/// Measures reads and writes with rules over REST, compared with PocketBase records with equivalent rules.
enum DatabaseMeasurement {
    private static let connections = 32

    /// A server with accounts and data, and the requests of each connection.
    private struct Subject {
        let program: ChildProgram
        let port: Int
        let reads: [[[UInt8]]]
        let writes: [[[UInt8]]]
    }

    static func run(_ setting: Setting) throws -> Section {
        let floor = try DiskFloor.commitsPerSecond(in: setting.folder, seconds: setting.scale)
        let ours = try latchkey(setting, data: setting.dataFolder("database-latchkey"))
        defer { ours.program.stop() }
        let theirs = try pocketBase(setting)
        defer { theirs.program.stop() }
        func compare(_ name: String, _ ours: Subject, _ requests: (Subject) -> [[[UInt8]]]) throws -> ComparedLoads {
            func load(_ subject: Subject) -> (Bool) throws -> CostedLoad {
                let load = Load(port: subject.port, rounds: requests(subject), seconds: 2 * setting.scale)
                return { try .run(name, load, against: subject.program, warmUpSeconds: $0 ? setting.scale : 0) }
            }
            return try .run(load(ours), load(theirs))
        }
        let unflushed = try latchkey(
            setting, data: setting.dataFolder("database-unflushed"), options: LatchkeyServer.withoutWaitingForTheDisk)
        defer { unflushed.program.stop() }
        return section(
            reads: try compare("guarded read", ours, \.reads), writes: try compare("guarded write", ours, \.writes),
            unflushed: try compare("guarded write", unflushed, \.writes), floor: floor)
    }

    /// Returns requests of each account to its own `/users/$uid`, which the rules of a new project allow.
    private static func latchkey(_ setting: Setting, data: String, options: [String] = []) throws -> Subject {
        let server = try LatchkeyServer(setting, data: data, options: options)
        let people = try server.signUp(connections)
        func path(_ person: LatchkeyServer.SignedUp, _ note: Int) -> String {
            "/users/\(person.localId)/notes/note\(note).json?auth=\(person.idToken)"
        }
        let writes = try people.map { person in
            try (0..<100).map { note in
                HTTPMessage.put(
                    path(person, note), body: try JSONEncoder().encode(Note(owner: person.localId, text: Note.text, at: Double(note))))
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
                    body: try JSONEncoder().encode(Note(owner: person.localId, text: Note.text, at: Double(turn) + 0.5)))
            }
        }
        return Subject(
            program: server.program, port: server.databasePort, reads: people.map { [HTTPMessage.get(path($0, 42))] }, writes: changing)
    }

    private static func pocketBase(_ setting: Setting) throws -> Subject {
        let (server, reads, writes) = try PocketBase.withNotes(
            setting, data: setting.dataFolder("database-pocketbase"), count: connections)
        return Subject(program: server.program, port: server.port, reads: reads.map { [$0] }, writes: writes.map { [$0] })
    }

    private static func section(reads: ComparedLoads, writes: ComparedLoads, unflushed: ComparedLoads, floor: Double) -> Section {
        var section = Section(
            title: "A guarded database over REST",
            introduction: """
                \(connections) kept-alive connections with an account each: `GET` of the account's own note, and `PUT` of another one below \
                the account's own path, acknowledged when it is durable; rounds of 2 s in turns until the ratio is stable. PocketBase (request \
                log off): view of a user's own record, and create, with rules that check the same. The floor is how often the disk stores \
                4 KiB durably (`fdatasync`), one after the other; writes that come together may share one.
                """,
            columns: Section.Row.loadColumns)
        section.rows = [
            .init("Latchkey, GET", reads.ours),
            .init("PocketBase, view", reads.theirs),
            .init("floor of a single writer: the disk", floor.rate, "", "", "", ""),
            .init("Latchkey, PUT", writes.ours),
            .init("Latchkey, PUT, `synchronous = NORMAL`", unflushed.ours),
            .init("PocketBase, create", writes.theirs),
        ]
        section.remarks = [
            "PocketBase runs with `synchronous = NORMAL`, Latchkey with `FULL` unless the row says otherwise: [Account calls over "
                + "HTTP](#account-calls-over-http). PUTs with `NORMAL` beside PocketBase's creates: \(unflushed.text)."
        ]
        section.goals = [
            .atLeast(4, writes.ratio, "durable, guarded PUTs at 4 times the rate of PocketBase's guarded creates", measured: writes.text),
            .atLeast(4, reads.ratio, "guarded GETs at 4 times the rate of PocketBase's guarded views", measured: reads.text),
        ]
        return section
    }
}

/// The record that both servers store.
struct Note: Encodable {
    static let text = "The Analytical Engine weaves algebraical patterns just as the Jacquard loom weaves flowers and leaves."

    let owner: String
    let text: String
    let at: Double
}
