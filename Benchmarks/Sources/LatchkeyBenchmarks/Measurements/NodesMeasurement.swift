import Foundation

/// Measures two nodes with one store in PostgreSQL.
enum NodesMeasurement {
    private static let signInConnections = 16
    private static let turns = 5
    private static let leaves = 1_000_000
    /// The seconds after which the lease of a killed node has ended.
    private static let leaseSeconds = 9.0

    static func run(_ setting: Setting) async throws -> Section {
        let postgres = try PostgresCluster(setting)
        defer { postgres.stop() }
        let pinned = try Pair(setting, store: try postgres.makeDatabase("pinned"), cores: [0, 1])
        defer { pinned.stop() }
        let memory = try pinned.nodes.map { try Memory(of: $0.program.id).resident }.max() ?? .nan
        let rates = try passwords(setting, pinned)
        pinned.stop()
        let free = try Pair(setting, store: try postgres.makeDatabase("free"))
        defer { free.stop() }
        let people = try free.nodes[0].signUp(signInConnections)
        let password = try password(setting, try signIns(setting, free.nodes[0], people.indices))
        let authorization = try await free.nodes[0].authorization(setting, data: free.folders[0])
        let fanOut = try fanOut(setting, free, people[0], authorization: authorization)
        let takeover = try await takeover(setting, free, authorization: authorization)
        return section(memory, rates, password, fanOut, takeover)
    }

    // MARK: Accounts

    private static func signIns(_ setting: Setting, _ node: LatchkeyServer, _ accounts: Range<Int>) throws -> Load {
        Load(port: node.port, requests: try accounts.map(node.passwordSignIn), seconds: 5 * setting.scale)
    }

    /// Returns the sign-ins a second at one node and at two, in turns.
    private static func passwords(_ setting: Setting, _ pair: Pair) throws -> [(one: Double, two: Double)] {
        let accounts = try pair.nodes[0].signUp(signInConnections).indices
        let loads = try pair.nodes.map { try signIns(setting, $0, accounts) }
        return try (0..<turns).map { _ in
            let one = try loads[0].run().perSecond
            let two = try Threads.run(loads.count) { try loads[$0].run().perSecond }.reduce(0, +)
            return (one, two)
        }.sorted { $0.two / $0.one < $1.two / $1.one }
    }

    /// Returns the sign-ins a second, and the rate of scrypt alone before and after, in the median of the turns.
    private static func password(_ setting: Setting, _ load: Load) throws -> (ours: Double, floor: Double) {
        func floor() throws -> Double { try PasswordMeasurement.scrypt(seconds: 3 * setting.scale).perSecond }
        var before = try floor()
        return try (0..<turns).map { _ in
            let ours = try load.run().perSecond
            let after = try floor()
            defer { before = after }
            return (ours, (before + after) / 2)
        }.sorted { $0.ours / $0.floor < $1.ours / $1.floor }[turns / 2]
    }

    // MARK: Databases

    /// Returns the outcomes with all listeners at the node that has the database, and with half of them at the other one, in the median of the
    /// turns.
    private static func fanOut(
        _ setting: Setting, _ pair: Pair, _ person: LatchkeyServer.SignedUp, authorization: [String: String]
    ) throws -> (one: FanOutMeasurement.Outcome, two: FanOutMeasurement.Outcome) {
        let owner = pair.nodes[0]
        try owner.keep(rules: FanOutMeasurement.rules, authorization: authorization)
        func measure(_ nodes: [LatchkeyServer]) throws -> FanOutMeasurement.Outcome {
            // Each listener receives the whole list first.
            let removal = HTTPMessage.put("/notes.json", body: Data("null".utf8), headers: authorization)
            guard try HTTPConnection(port: owner.databasePort).exchange(removal) == 200 else {
                throw BenchmarkFailure("the list cannot be emptied")
            }
            let sockets = try (0..<FanOutMeasurement.listeners).map { number in
                try Listening.webSocket(nodes[number % nodes.count], path: "/notes", token: person.idToken)
            }
            return try FanOutMeasurement.measure(setting, pair.nodes, by: person, sockets)
        }
        return try (0..<turns).map { _ in (one: try measure([owner]), two: try measure(pair.nodes)) }
            .sorted { $0.two.serverCPU / $0.one.serverCPU < $1.two.serverCPU / $1.one.serverCPU }[turns / 2]
    }

    /// Returns the seconds from the end of a node to the first response of the other one from its database.
    private static func takeover(_ setting: Setting, _ pair: Pair, authorization: [String: String]) async throws -> Double {
        let owner = pair.nodes[0]
        try LargeTreeMeasurement.fill(Int(Double(leaves) * setting.scale), of: owner, setting, authorization: authorization)
        let request = HTTPMessage.get("/lists/list9.json?shallow=true", headers: authorization)
        let begin = ContinuousClock.now
        owner.program.kill()
        while begin.duration(to: .now).inSeconds < 60 {
            if try HTTPConnection(port: pair.nodes[1].databasePort).exchange(request) == 200 {
                return begin.duration(to: .now).inSeconds
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw BenchmarkFailure("the other node did not open the database within a minute")
    }

    // MARK: The result

    private static func section(
        _ memory: Double, _ rates: [(one: Double, two: Double)], _ password: (ours: Double, floor: Double),
        _ fanOut: (one: FanOutMeasurement.Outcome, two: FanOutMeasurement.Outcome), _ takeover: Double
    ) -> Section {
        var section = Section(
            title: "Two nodes",
            introduction: """
                Two nodes with one store in PostgreSQL, which runs on the same \(Machine.coreCount) cores, as does the load. Sign-ins with a \
                password are compared with each node on one core; the rest runs on all cores. Ratios are medians of \(turns) turns.
                """,
            columns: ["", "a second", "server CPU each"])
        let median = rates[rates.count / 2]
        section.rows = [
            .init("password sign-ins, one node on one core", median.one.rate, ""),
            .init("password sign-ins, two nodes on one core each", median.two.rate, ""),
            .init("password sign-ins, one node on all cores", password.ours.rate, ""),
            .init("floor: scrypt alone, all cores", password.floor.rate, ""),
            .init("deliveries, all listeners at the node with the database", fanOut.one.perSecond.rate, fanOut.one.serverCPU.time),
            .init("deliveries, half of them at the other node", fanOut.two.perSecond.rate, fanOut.two.serverCPU.time),
        ]
        let (scaling, share) = (median.two / median.one, password.ours / password.floor)
        let delivery = fanOut.two.serverCPU / fanOut.one.serverCPU
        section.goals = [
            .atLeast(1.8, scaling, "two nodes sign in 1.8 times as many users as one", measured: "\(scaling.digits(2)) times"),
            .atLeast(0.9, share, "password sign-in at 90 % of the rate that scrypt alone allows", measured: share.percent),
            .atMost(
                1.3, delivery, "a delivery over two nodes for 1.3 times the processor time of one node",
                measured: "\(delivery.digits(2)) times"),
            .atMost(60, memory * 1.048576, "an idle node in 60 MB", measured: "\((memory * 1.048576).digits(1)) MB"),
            .atMost(
                leaseSeconds + 3, takeover, "a database of a million leaves opens at another node 3 s after the lease of a killed one",
                measured: "\(takeover.time) after the kill; the lease ends 8 to 9 s after it"),
        ]
        section.remarks = [
            """
            At the highest rate, one node gathers more deliveries in each system call, because it has more listeners. With \
            \(Int(FanOutMeasurement.pacedWritesPerSecond)) writes a second, a delivery takes \(fanOut.one.pacedCPU.time) at one node and \
            \(fanOut.two.pacedCPU.time) over two: \((fanOut.two.pacedCPU / fanOut.one.pacedCPU).digits(2)) times.
            """
        ]
        return section
    }

    /// Two nodes with one master key.
    private final class Pair {
        let folders: [String]
        let nodes: [LatchkeyServer]

        init(_ setting: Setting, store: String, cores: [Int]? = nil) throws {
            folders = ["a", "b"].map { setting.dataFolder("\($0)-\(cores == nil ? "free" : "pinned")") }
            var nodes: [LatchkeyServer] = []
            for (index, folder) in folders.enumerated() {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                if index > 0 { try FileManager.default.copyItem(atPath: folders[0] + "/master.key", toPath: folder + "/master.key") }
                let port = try FreePort.find()
                nodes.append(
                    try LatchkeyServer(
                        setting, data: folder,
                        options: [
                            "--store", store, "--node-name", "node\(index)", "--node-url", "http://127.0.0.1:\(port)", "--database-port",
                            String(port), "--trusted-proxy", "127.0.0.1", "--public-url", "http://auth.example.org",
                        ], core: cores?[index]))
            }
            self.nodes = nodes
            try nodes[0].allowManySignUps(setting, data: folders[0])
        }

        func stop() {
            for node in nodes { node.program.stop() }
        }
    }
}
