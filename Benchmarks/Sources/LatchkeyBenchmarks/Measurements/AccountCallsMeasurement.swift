import Foundation

/// Measures the short calls of the accounts' port: sign-up, lookup, the published keys and health.
enum AccountCallsMeasurement {
    private static let connections = 32
    private static let keysPath = "/.well-known/jwks.json"
    private static let healthPath = "/healthz"

    private struct Calls {
        let signUp: CostedLoad
        /// Without waiting for the disk.
        let unflushedSignUp: CostedLoad
        let lookup: ComparedLoads
        let keys: ComparedLoads
        let health: ComparedLoads
        let framework: CostedLoad
        let openSSLPerSecond: Double
        let disk: Double
    }

    static func run(_ setting: Setting) throws -> Section {
        let data = setting.dataFolder("calls-latchkey")
        let ours = try LatchkeyServer(setting, data: data)
        defer { ours.program.stop() }
        try ours.allowManySignUps(setting, data: data)
        let peer = try PocketBase.withNotes(setting, data: setting.dataFolder("calls-pocketbase"), count: connections)
        defer { peer.server.program.stop() }

        func load(_ name: String, _ port: Int, _ program: ChildProgram, _ requests: [[UInt8]]) -> (Bool) throws -> CostedLoad {
            let load = Load(port: port, requests: requests, seconds: 2 * setting.scale)
            return { try .run(name, load, against: program, warmUpSeconds: $0 ? setting.scale : 0) }
        }
        func onEachConnection(_ request: [UInt8]) -> [[UInt8]] { [[UInt8]](repeating: request, count: connections) }
        func latchkey(_ name: String, _ requests: [[UInt8]]) -> (Bool) throws -> CostedLoad {
            load(name, ours.port, ours.program, requests)
        }
        func pocketBase(_ name: String, _ requests: [[UInt8]]) -> (Bool) throws -> CostedLoad {
            load(name, peer.server.port, peer.server.program, requests)
        }

        let accounts = try ours.signUp(connections)
        let peerHealth = pocketBase("PocketBase, health", onEachConnection(HTTPMessage.get(PocketBase.healthPath)))
        let lookup = try ComparedLoads.run(
            latchkey("accounts:lookup", try accounts.map(ours.lookup)), pocketBase("PocketBase, view", peer.reads))
        let keys = try ComparedLoads.run(latchkey("published keys", onEachConnection(HTTPMessage.get(keysPath))), peerHealth)
        let health = try ComparedLoads.run(latchkey("health", onEachConnection(HTTPMessage.get(healthPath))), peerHealth)
        let (fixed, fixedPort) = try FixedAnswers.start(setting)
        defer { fixed.stop() }
        let fixedAnswers = load("fixed answers", fixedPort, fixed, onEachConnection(HTTPMessage.get(FixedAnswers.path)))
        let framework = CostedLoad.median(of: try (0..<5).map { try fixedAnswers($0 == 0) })
        // Last, because each one enlarges the database.
        let signUp = try signUps(setting, ours)
        let unflushedData = setting.dataFolder("calls-unflushed")
        let unflushed = try LatchkeyServer(setting, data: unflushedData, options: LatchkeyServer.withoutWaitingForTheDisk)
        defer { unflushed.program.stop() }
        try unflushed.allowManySignUps(setting, data: unflushedData)
        return section(
            Calls(
                signUp: signUp, unflushedSignUp: try signUps(setting, unflushed), lookup: lookup, keys: keys, health: health,
                framework: framework,
                openSSLPerSecond: try SignatureFloor.perSecond(.rs256, seconds: 2 * setting.scale),
                disk: try DiskFloor.commitsPerSecond(in: setting.folder, seconds: setting.scale)))
    }

    private static func signUps(_ setting: Setting, _ server: LatchkeyServer) throws -> CostedLoad {
        let request = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
        let load = Load(port: server.port, requests: .init(repeating: request, count: connections), seconds: 2 * setting.scale)
        return .median(
            of: try (0..<5).map { try .run("sign-up", load, against: server.program, warmUpSeconds: $0 == 0 ? setting.scale : 0) })
    }

    private static func section(_ calls: Calls) -> Section {
        var section = Section(
            title: "Account calls over HTTP",
            introduction: """
                Requests on \(connections) kept-alive connections in rounds of 2 s: those that are compared with PocketBase (request log off) in \
                turns with it until the ratio is stable, the others five rounds. `accounts:lookup` verifies an ID token in RS256 of one of \
                \(connections) accounts; PocketBase's view returns a record \
                under a rule that compares its owner. An anonymous sign-up is durable before the response and signs an ID token in RS256. Its \
                floors are OpenSSL's signature on all cores, and how often the disk stores 4 KiB durably (`fdatasync`), one after the other; \
                sign-ups that come together share one.
                """,
            columns: Section.Row.loadColumns)
        section.rows = [
            .init("floor: OpenSSL's RS256 signature, all cores", calls.openSSLPerSecond.rate, "", "", "", ""),
            .init("floor of a single writer: the disk", calls.disk.rate, "", "", "", ""),
            .init("Latchkey, anonymous sign-up", calls.signUp),
            .init("Latchkey, anonymous sign-up, `synchronous = NORMAL`", calls.unflushedSignUp),
            .init("Latchkey, `accounts:lookup`", calls.lookup.ours),
            .init("PocketBase, view", calls.lookup.theirs),
            .init("Hummingbird, the HTTP library: a fixed text", calls.framework),
            .init("Latchkey, published keys", calls.keys.ours),
            .init("Latchkey, health", calls.health.ours),
            .init("PocketBase, health", calls.health.theirs),
        ]
        section.goals = [
            .atLeast(
                3500, calls.signUp.outcome.perSecond, "3,500 durable anonymous sign-ups a second",
                measured: "\(calls.signUp.outcome.perSecond.rate) a second"),
            .atLeast(3, calls.lookup.ratio, "`accounts:lookup` at 3 times the rate of PocketBase's view", measured: calls.lookup.text),
            .atLeast(1, calls.keys.ratio, "the published keys at the rate of PocketBase's health", measured: calls.keys.text),
            .atLeast(1, calls.health.ratio, "health at the rate of PocketBase's", measured: calls.health.text),
        ]
        section.remarks = [
            """
            PocketBase runs with SQLite's `synchronous = NORMAL`: a commit does not wait for the disk, and a power failure can lose the last \
            ones. Latchkey waits (`FULL`), so that no confirmed sign-up or write is lost; with [`sqlite-synchronous: \
            normal`](operate.md#durability) it does not. TrailBase could not be measured here. It publishes figures with `NORMAL` at \
            [trailbase.io](https://trailbase.io/reference/benchmarks/), which the description of its Python client (0.7.4) sums up as \
            "sub-millisecond": compare them with our row with `NORMAL`.
            """
        ]
        return section
    }
}
