import Foundation

/// Measures one server with its store in PostgreSQL, compared with one whose store is in its data folder.
enum PostgresMeasurement {
    private static let connections = 32

    /// A server with accounts, and the requests of each kind, one for each connection.
    private struct Subject {
        let server: LatchkeyServer
        let refreshes: [[[UInt8]]]
        let lookups: [[[UInt8]]]
        let signUps: [[[UInt8]]]
        let reads: [[[UInt8]]]
        let writes: [[[UInt8]]]

        var program: ChildProgram { server.program }
        var port: Int { server.port }
        var databasePort: Int { server.databasePort }
    }

    static func run(_ setting: Setting) throws -> Section {
        let postgres = try PostgresCluster(setting)
        defer { postgres.stop() }
        let sandbox = try SandboxProgram(setting)
        defer { sandbox.program.stop() }
        let store = try postgres.makeDatabase("latchkey")
        let shared = try subject(setting, "postgres-shared", options: ["--store", store] + sandbox.serverOptions)
        defer { shared.program.stop() }
        // As autovacuum does within a minute. Without statistics, PostgreSQL finds an account by the index of creation times.
        try postgres.run("vacuumdb", ["--analyze-only", "--quiet", "--dbname", "latchkey"])
        let own = try subject(setting, "postgres-own")
        defer { own.program.stop() }
        func compare(
            _ name: String, _ port: (Subject) -> Int, _ requests: (Subject) -> [[[UInt8]]]
        ) throws -> ComparedLoads {
            func load(_ subject: Subject) -> (Bool) throws -> CostedLoad {
                let load = Load(port: port(subject), rounds: requests(subject), seconds: 2 * setting.scale)
                return { try .run(name, load, against: subject.program, warmUpSeconds: $0 ? setting.scale : 0) }
            }
            return try .run(load(shared), load(own))
        }
        let disk = try DiskFloor.commitsPerSecond(in: setting.folder, seconds: setting.scale)
        let loads = [
            ("refresh, RS256", 0.7, try compare("refresh", \.port, \.refreshes)),
            ("`accounts:lookup`", 0.7, try compare("lookup", \.port, \.lookups)),
            ("guarded GET", nil, try compare("read", \.databasePort, \.reads)),
            ("guarded PUT", 0.6, try compare("write", \.databasePort, \.writes)),
            // Later, because each one enlarges the store.
            ("anonymous sign-up, RS256", nil, try compare("sign-up", \.port, \.signUps)),
        ]
        var section = section(loads, disk: disk)
        try section.compareWithFloor(
            "anonymous sign-up, RS256", goal: 0.6, Load(port: shared.port, rounds: shared.signUps, seconds: 2 * setting.scale),
            against: shared.program, postgres
        ) { try PostgresFloor.signUps(postgres, setting, batch: $0) }
        let users = try providerUsers(setting, "postgres-shared", sandbox, shared.server)
        try section.compareWithFloor(
            "sign-in with an ID token of a provider, RS256", goal: 0.6,
            Load(port: shared.port, requests: users.map(\.signIn), seconds: 2 * setting.scale), against: shared.program, postgres
        ) { try PostgresFloor.signIns(postgres, setting, batch: $0, people: users) }
        try section.compareWithFloor(
            "guarded PUT", goal: nil, Load(port: shared.databasePort, rounds: shared.writes, seconds: 2 * setting.scale),
            against: shared.program, postgres
        ) { try PostgresFloor.writes(postgres, setting, batch: $0) }
        return section
    }

    private static func subject(_ setting: Setting, _ name: String, options: [String] = []) throws -> Subject {
        let data = setting.dataFolder(name)
        let server = try LatchkeyServer(setting, data: data, options: options)
        try server.allowManySignUps(setting, data: data)
        let people = try server.signUp(connections)
        let signUp = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
        let paths: [(_ note: Int) -> String] = people.map { person in
            { note in "/users/\(person.localId)/notes/note\(note).json?auth=\(person.idToken)" }
        }
        return Subject(
            server: server, refreshes: people.map { [server.refresh($0)] }, lookups: try people.map { [try server.lookup($0)] },
            signUps: people.map { _ in [signUp] }, reads: paths.map { [HTTPMessage.get($0(1))] },
            // Each write must change the value.
            writes: paths.map { path in (0..<2000).map { turn in HTTPMessage.put(path(turn % 100), body: Data(String(turn).utf8)) } })
    }

    private static func providerUsers(
        _ setting: Setting, _ name: String, _ sandbox: SandboxProgram, _ server: LatchkeyServer
    ) throws -> [ProviderUser] {
        try ProviderUser.configure(setting.latchkey, data: setting.dataFolder(name), sandbox)
        return try (0..<connections).map { try ProviderUser("person\($0)", sandbox: sandbox, server) }
    }

    private static func section(_ rows: [(name: String, goal: Double?, loads: ComparedLoads)], disk: Double) -> Section {
        var section = Section(
            title: "A store in PostgreSQL",
            introduction: """
                One server with its store in PostgreSQL and one with its store in the data folder, on \(connections) kept-alive connections, in \
                rounds of 2 s in turns until the ratio is stable. PostgreSQL runs on the same \(Machine.coreCount) cores, over a Unix socket, \
                with `fsync = on` and no standby; its processor time is not in the column of the server. The disk stores 4 KiB durably \
                \(disk.rate) times a second, one after the other.
                """,
            columns: Section.Row.loadColumns)
        for (name, goal, loads) in rows {
            section.rows.append(.init("PostgreSQL, \(name)", loads.ours))
            section.rows.append(.init("data folder, \(name)", loads.theirs))
            if let goal {
                let text = "\(name) in PostgreSQL at \(goal.percent) of the rate in the data folder"
                section.goals.append(.atLeast(goal, loads.ratio, text, measured: loads.text))
            } else {
                section.remarks.append("\(name) in PostgreSQL beside the data folder: \(loads.text).")
            }
        }
        return section
    }
}

extension Section {
    private static let turns = 5

    /// Compares a load, in turns, with the same statements on PostgreSQL alone.
    fileprivate mutating func compareWithFloor(
        _ name: String, goal: Double?, _ load: Load, against program: ChildProgram, _ cluster: PostgresCluster,
        _ floor: (_ batch: Int) throws -> PostgresFloor
    ) throws {
        let turns = try (0..<Self.turns).map { _ in
            let before = try cluster.commits()
            let ours = try CostedLoad.run(name, load, against: program, warmUpSeconds: 0)
            let commits = max(1, try cluster.commits() - before)
            let batch = min(50, max(1, Int((Double(ours.outcome.completed) / Double(commits)).rounded())))
            let floor = try floor(batch)
            return (ours: ours.outcome.perSecond, floor: floor, ratio: ours.outcome.perSecond / floor.perSecond)
        }.sorted { $0.ratio < $1.ratio }
        let median = turns[turns.count / 2]
        let measured = """
            \(median.ratio.digits(2)) times, \(turns[0].ratio.digits(2)) to \(turns[turns.count - 1].ratio.digits(2)) in \(turns.count) turns; \
            in the median turn \(median.ours.rate) a second, beside \(median.floor.perSecond.rate) of pgbench, on one connection with \
            \(median.floor.batch) in a transaction
            """
        guard let goal else { return remarks.append("\(name) beside the statements alone: \(measured).") }
        goals.append(
            .atLeast(goal, median.ratio, "\(name) at \(goal.percent) of what pgbench reaches with the statements alone", measured: measured)
        )
    }
}
