import Foundation

/// Measures whether the millionth request to a database with rules costs as much as the first ones, in an emulator and in a server with
/// persistent data.
enum ConstancyMeasurement {
    private static let manyConnections = 32
    private static let text = "The Analytical Engine weaves algebraical patterns."

    private static let rules = """
        {"rules": {
            "users": {"$uid": {
                ".read": "auth !== null && auth.uid === $uid",
                ".write": "auth !== null && auth.uid === $uid",
                "notes": {"$note": {".validate": "newData.hasChildren(['text', 'at']) && newData.child('text').val().length < 100"}}
            }},
            "news": {".read": "auth !== null", ".write": "auth !== null"}
        }}
        """

    static func run(_ setting: Setting) async throws -> Section {
        var all: [Tenths] = []
        for isEmulator in [true, false] {
            let data = setting.dataFolder("constancy")
            let server = try isEmulator ? LatchkeyServer(emulator: setting) : LatchkeyServer(setting, data: data)
            defer { server.program.stop() }
            try await server.keep(rules: rules, setting, data: data)
            if !isEmulator { try ChildProgram.run(setting.latchkey, ["rules", "coverage", "--start", "--data", data]) }
            let place = isEmulator ? "emulator" : "server"
            let people = try server.signUp(manyConnections)
            for count in [1, manyConnections] {
                let name = place + (count == 1 ? ", one connection" : ", \(count) connections")
                all += try requests(setting, server, Array(people.prefix(count)), name)
            }
            for isSocket in [false, true] {
                let name = place + (isSocket ? ", web socket" : ", events") + ": delivery to one listener"
                all += try deliveries(setting, server, people[0], name, isSocket: isSocket)
            }
        }
        return section(all)
    }

    /// Measures reads and writes that the rules allow and deny.
    private static func requests(
        _ setting: Setting, _ server: LatchkeyServer, _ people: [LatchkeyServer.SignedUp], _ name: String
    ) throws -> [Tenths] {
        func measure(
            _ kind: String, _ status: Int, _ requests: (_ person: LatchkeyServer.SignedUp, _ token: String) throws -> [[UInt8]]
        ) throws -> [Tenths] {
            // A token is valid for an hour.
            let load = try PipelinedLoad(
                port: server.databasePort, try people.map { try requests($0, try server.newToken($0)) }, expecting: status)
            return try Tenths.measure("\(name): \(kind)", setting, of: server.program, load.send)
        }
        for person in people { try seed(server, person) }
        let write = try measure("allowed write", 204) { try writes(to: $0.localId, token: $1) }
        let read = try measure("allowed read", 200) { [HTTPMessage.get("/users/\($0.localId)/notes/note42.json?auth=\($1)")] }
        let deniedRead = try measure("denied read", 401) { [HTTPMessage.get("/users/not\($0.localId)/notes/note42.json?auth=\($1)")] }
        let deniedWrite = try measure("denied write", 401) {
            // Alternates between writes that `.write` denies and writes that `.validate` denies.
            let others = try writes(to: "not" + $0.localId, token: $1)
            let ownPlace = "/users/\($0.localId)/notes/note42.json?print=silent&auth=\($1)"
            let invalid = HTTPMessage.put(ownPlace, body: Data(#"{"text":"no time"}"#.utf8))
            return others.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : invalid }
        }
        return read + deniedRead + write + deniedWrite
    }

    /// Writes the data for the reads.
    private static func seed(_ server: LatchkeyServer, _ person: LatchkeyServer.SignedUp) throws {
        let writes = try writes(to: person.localId, token: try server.newToken(person))
        let status = try HTTPConnection(port: server.databasePort).exchange(writes[42])
        guard status == 204 else { throw BenchmarkFailure("a note was refused with status \(status)") }
    }

    /// Returns writes that each change a value.
    private static func writes(to uid: String, token: String) throws -> [[UInt8]] {
        try (0..<1024).map { turn in
            HTTPMessage.put(
                "/users/\(uid)/notes/note\(turn % 100).json?print=silent&auth=\(token)",
                body: try JSONEncoder().encode(Note(owner: uid, text: text, at: Double(turn))))
        }
    }

    /// Measures the events of one listener, from consecutive writes.
    private static func deliveries(
        _ setting: Setting, _ server: LatchkeyServer, _ person: LatchkeyServer.SignedUp, _ name: String, isSocket: Bool
    ) throws -> [Tenths] {
        let token = try server.newToken(person)
        let writes = (0..<1024).map { turn in
            HTTPMessage.put("/news/news\(turn % 100).json?print=silent&auth=\(token)", body: Data("\(turn)".utf8))
        }
        // The event of the first write to an empty location contains the whole location, which has no mark.
        let seed = HTTPMessage.put("/news/first.json?print=silent&auth=\(token)", body: Data("0".utf8))
        let status = try HTTPConnection(port: server.databasePort).exchange(seed)
        guard status == 204 else { throw BenchmarkFailure("the first news were refused with status \(status)") }
        let load = try PipelinedLoad(port: server.databasePort, [writes], expecting: 204)
        let socket =
            isSocket
            ? try Listening.webSocket(server, path: "/news", token: token) : try Listening.events(server, path: "/news", token: token)
        let subscriber = Subscribers([socket], since: .now, mark: isSocket ? #""d":"# : #""data":"#)
        defer { subscriber.stop() }
        return try Tenths.measure(name, setting, of: server.program) { count in
            var sent = 0
            while sent < count {
                if isSocket { try Listening.keepAlive(socket) }
                sent += try load.send(min(4096, count - sent))
            }
            try subscriber.wait(for: sent, seconds: 60)
            _ = try subscriber.take()
            return sent
        }
    }

    private static func section(_ all: [Tenths]) -> Section {
        var section = Section(
            title: "Constancy",
            introduction: """
                The same request very many times, \(PipelinedLoad.depth) of each connection on their way at once, with coverage on and \
                denials explained: reads and writes that rules allow and deny over REST, and writes that one listener is told. The \
                generator's work never changes: its ratio is what the machine changed meanwhile, and is taken into account.
                """,
            columns: Tenths.columns)
        section.rows = all.map(\.row)
        section.goals = Tenths.goals(all)
        return section
    }
}
