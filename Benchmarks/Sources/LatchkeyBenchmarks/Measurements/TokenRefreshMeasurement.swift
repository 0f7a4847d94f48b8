import Foundation
import JWTKit

/// Measures token refresh over HTTP on all cores, compared with signing alone and with PocketBase's refresh.
enum TokenRefreshMeasurement {
    private static let connections = 16
    private static let rounds = 3

    private struct Ours {
        let algorithm: LatchkeyServer.Algorithm
        let floor: OperationRate
        let openSSLPerSecond: Double
        let load: CostedLoad

        var shareOfFloor: Double { load.outcome.perSecond / floor.perSecond }
    }

    static func run(_ setting: Setting) async throws -> Section {
        let rs256 = try await ours(.rs256, setting)
        let es256 = try await ours(.es256, setting)
        let (logging, silent) = try peer(setting)
        return section(rs256: rs256, es256: es256, logging: logging, silent: silent)
    }

    private static func ours(_ algorithm: LatchkeyServer.Algorithm, _ setting: Setting) async throws -> Ours {
        let key = try await SignatureFloor.key(algorithm)
        let server = try LatchkeyServer(setting, data: setting.dataFolder("refresh-\(algorithm.rawValue)"), algorithm: algorithm)
        defer { server.program.stop() }
        let accounts = try server.signUp(connections)
        let load = Load(port: server.port, requests: accounts.map(server.refresh), seconds: 3 * setting.scale)
        var floors: [OperationRate] = []
        var loads: [CostedLoad] = []
        for round in 0..<rounds {
            floors.append(try SignatureFloor.jwtKit(key, signing: accounts[0].idToken, seconds: 1.5 * setting.scale))
            loads.append(try CostedLoad.run(load, against: [server.program.id], warmUpSeconds: round == 0 ? setting.scale : 0))
        }
        try check(loads)
        return Ours(
            algorithm: algorithm, floor: .median(of: floors),
            openSSLPerSecond: try SignatureFloor.openSSLPerSecond(algorithm, seconds: 2 * setting.scale), load: median(loads))
    }

    private static func peer(_ setting: Setting) throws -> (logging: CostedLoad, silent: CostedLoad) {
        let data = setting.dataFolder("refresh-pocketbase")
        try PocketBase.prepare(setting, data: data)
        let server = try PocketBase(setting, data: data)
        defer { server.program.stop() }
        let people = try server.signUp(connections)
        let load = Load(port: server.port, requests: people.map { server.refresh($0.token) }, seconds: 3 * setting.scale)
        func measure() throws -> CostedLoad {
            let loads = try (0..<rounds).map { round in
                try CostedLoad.run(load, against: [server.program.id], warmUpSeconds: round == 0 ? setting.scale : 0)
            }
            try check(loads)
            return median(loads)
        }
        let logging = try measure()
        try server.switchRequestLogOff()
        return (logging, try measure())
    }

    private static func check(_ loads: [CostedLoad]) throws {
        for load in loads where load.outcome.refused > 0 {
            throw BenchmarkFailure(
                "\(load.outcome.refused) refreshes were refused, the first with status \(load.outcome.firstRefusal ?? 0)")
        }
    }

    private static func median(_ loads: [CostedLoad]) -> CostedLoad {
        loads.sorted { $0.outcome.perSecond < $1.outcome.perSecond }[loads.count / 2]
    }

    private static func section(rs256: Ours, es256: Ours, logging: CostedLoad, silent: CostedLoad) -> Section {
        var section = Section(
            title: "Token refresh over HTTP",
            introduction: """
                `POST /v1/token` with a refresh token, on \(connections) kept-alive connections with an account each, against one server on \
                all \(Machine.coreCount) cores; the median of \(rounds) rounds, in turns with the floor. A refresh looks up key, project, \
                session and account in SQLite and signs a new ID token. PocketBase signs with HMAC-SHA256, which costs next to nothing; by \
                default it also writes each request into a log database.
                """,
            columns: ["", "a second", "server CPU each", "median", "99 %", "generator's share of the machine"])
        func row(_ name: String, _ load: CostedLoad) {
            section.rows.append(
                .init(
                    name, load.outcome.perSecond.rate, load.serverCPUSecondsPerRequest.time, load.outcome.quantile(0.5).time,
                    load.outcome.quantile(0.99).time, load.generatorShare.percent))
        }
        for ours in [rs256, es256] {
            let name = ours.algorithm.rawValue
            section.rows.append(
                .init("floor: OpenSSL's \(name) signature, all cores", ours.openSSLPerSecond.rate, "", "", "", ""))
            section.rows.append(
                .init(
                    "floor: JWTKit's \(name) signature, all cores", ours.floor.perSecond.rate, ours.floor.cpuSecondsPerOperation.time,
                    "", "", ""))
            row("Latchkey, \(name)", ours.load)
        }
        row("PocketBase auth-refresh", logging)
        row("PocketBase auth-refresh, request log off", silent)

        let cheaper = min(silent.serverCPUSecondsPerRequest, logging.serverCPUSecondsPerRequest)
        let ratio = es256.load.serverCPUSecondsPerRequest / cheaper
        section.goals = [
            .atLeast(
                0.8, rs256.shareOfFloor, "refresh with RS256 at 80 % or more of the rate that RSA signing alone allows",
                measured: rs256.shareOfFloor.percent),
            .atMost(
                1, ratio, "refresh with ES256 for less server CPU than PocketBase's (the cheaper of its two)",
                measured: "\(es256.load.serverCPUSecondsPerRequest.time) beside \(cheaper.time), \(ratio.digits(2)) times"),
        ]
        section.remarks = [rs256, es256].map { remark($0) }
        return section
    }

    private static func remark(_ ours: Ours) -> String {
        let rest = ours.load.serverCPUSecondsPerRequest - ours.floor.cpuSecondsPerOperation
        return """
            Where a refresh with \(ours.algorithm.rawValue) spends its time: \(ours.floor.cpuSecondsPerOperation.time) in the signature, \
            \(rest.time) in everything else of the server (HTTP, JSON, SQLite, hand-overs between threads and the kernel's part of it), and \
            \(ours.load.generatorCPUSecondsPerRequest.time) in the generator, which shares the cores. That is \
            \(ours.shareOfFloor.percent) of JWTKit's rate and \((ours.load.outcome.perSecond / ours.openSSLPerSecond).percent) of OpenSSL's.
            """
    }
}
