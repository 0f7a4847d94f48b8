import Foundation

/// Measures token refresh over HTTP on all cores, compared with OpenSSL's signature alone and with PocketBase's refresh.
enum TokenRefreshMeasurement {
    private static let connections = 16

    private struct Ours {
        let algorithm: LatchkeyServer.Algorithm
        /// The signatures per second on all cores.
        let floor: Double
        let loads: ComparedLoads

        var load: CostedLoad { loads.ours }
        var shareOfFloor: Double { load.outcome.perSecond / floor }
    }

    static func run(_ setting: Setting) throws -> Section {
        let data = setting.dataFolder("refresh-pocketbase")
        try PocketBase.prepare(setting, data: data)
        let peer = try PocketBase(setting, data: data)
        defer { peer.program.stop() }
        let people = try peer.signUp(connections)
        let load = Load(port: peer.port, requests: people.map { peer.refresh($0.token) }, seconds: 2 * setting.scale)
        let refreshPeer: (Bool) throws -> CostedLoad = {
            try .run("PocketBase", load, against: peer.program, warmUpSeconds: $0 ? setting.scale : 0)
        }
        let logging = CostedLoad.median(of: try (0..<3).map { try refreshPeer($0 == 0) })
        try peer.switchRequestLogOff()
        let all = try LatchkeyServer.Algorithm.allCases.map { try ours($0, setting, refreshPeer) }
        return section(all, logging: logging)
    }

    private static func ours(
        _ algorithm: LatchkeyServer.Algorithm, _ setting: Setting, _ refreshPeer: (Bool) throws -> CostedLoad
    ) throws -> Ours {
        let server = try LatchkeyServer(setting, data: setting.dataFolder("refresh-\(algorithm.rawValue)"), algorithm: algorithm)
        defer { server.program.stop() }
        let accounts = try server.signUp(connections)
        let load = Load(port: server.port, requests: accounts.map(server.refresh), seconds: 2 * setting.scale)
        func floor() throws -> Double { try SignatureFloor.perSecond(algorithm, seconds: 2 * setting.scale) }
        let before = try floor()
        let loads = try ComparedLoads.run(
            { try .run("refresh", load, against: server.program, warmUpSeconds: $0 ? setting.scale : 0) }, refreshPeer)
        return Ours(algorithm: algorithm, floor: (before + (try floor())) / 2, loads: loads)
    }

    private static func section(_ all: [Ours], logging: CostedLoad) -> Section {
        var section = Section(
            title: "Token refresh over HTTP",
            introduction: """
                `POST /v1/token` with a refresh token, on \(connections) kept-alive connections with an account each, against one server on \
                all \(Machine.coreCount) cores; rounds of 2 s in turns with PocketBase until the ratio is stable. A refresh looks up key, \
                project, session and account in SQLite and signs a new ID token. PocketBase signs with HMAC-SHA256, which costs next to \
                nothing; by default it also writes each request into a log database.
                """,
            columns: Section.Row.loadColumns)
        for ours in all {
            let name = ours.algorithm.rawValue
            section.rows.append(.init("floor: OpenSSL's \(name) signature, all cores", ours.floor.rate, "", "", "", ""))
            section.rows.append(.init("Latchkey, \(name)", ours.load))
            section.rows.append(.init("PocketBase auth-refresh, in turns with it", ours.loads.theirs))
        }
        section.rows.append(.init("PocketBase auth-refresh with its request log", logging))
        for ours in all {
            let load = ours.load
            switch ours.algorithm {
            case .rs256:
                section.goals += [
                    .atLeast(
                        0.85, ours.shareOfFloor, "refresh with RS256 at 85 % of the rate that OpenSSL's signature alone allows",
                        measured: ours.shareOfFloor.percent),
                    .atLeast(
                        4500, load.outcome.perSecond, "4,500 refreshes a second with RS256",
                        measured: "\(load.outcome.perSecond.rate) a second"),
                ]
            case .es256:
                let peer = ours.loads.theirs.serverCPUSecondsPerRequest
                section.goals.append(
                    .atMost(
                        1, load.serverCPUSecondsPerRequest / peer, "refresh with ES256 for less server CPU than PocketBase's",
                        measured: "\(load.serverCPUSecondsPerRequest.time) beside \(peer.time)"))
            }
            section.remarks.append(remark(ours))
        }
        return section
    }

    private static func remark(_ ours: Ours) -> String {
        let signature = Double(Machine.coreCount) / ours.floor
        return """
            Where a refresh with \(ours.algorithm.rawValue) spends its time: \(signature.time) in the signature, \
            \(max(0, ours.load.serverCPUSecondsPerRequest - signature).time) in everything else of the server (HTTP, JSON, SQLite, hand-overs between \
            threads and the kernel's part of it), and \(ours.load.generatorCPUSecondsPerRequest.time) in the generator, which shares the \
            cores. That is \(ours.shareOfFloor.percent) of OpenSSL's rate. The rate beside PocketBase's: \(ours.loads.text).
            """
    }
}
