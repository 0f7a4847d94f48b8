import CryptoExtras
import Foundation

/// Measures password sign-in compared with scrypt alone, and its effect on lookups.
enum PasswordMeasurement {
    private static let signInConnections = 16
    private static let lookupConnections = 4
    /// The interval for a total of 200 lookups per second: enough for p99, too few to be a load.
    private static let lookupInterval = Duration.milliseconds(20)

    static func run(_ setting: Setting) throws -> Section {
        let server = try LatchkeyServer(setting, data: setting.dataFolder("password"))
        defer { server.program.stop() }
        let accounts = try server.signUp(signInConnections)
        let signIns = Load(
            port: server.port, requests: try accounts.indices.map(server.passwordSignIn), seconds: 10 * setting.scale)
        let lookups = Load(
            port: server.port, requests: try accounts.prefix(lookupConnections).map(server.lookup), interval: lookupInterval,
            seconds: 8 * setting.scale)

        let floorBefore = try scrypt(seconds: 3 * setting.scale)
        let alone = try CostedLoad.run(signIns, against: [server.program.id], warmUpSeconds: setting.scale)
        let floorAfter = try scrypt(seconds: 3 * setting.scale)
        var warmUp = lookups
        warmUp.seconds = setting.scale
        _ = try warmUp.run()
        let idle = try lookups.run()
        let (busy, during) = try together(signIns, lookups)

        let failures = alone.outcome.refused + idle.refused + busy.refused + during.refused
        return section(
            floor: (floorBefore.perSecond + floorAfter.perSecond) / 2, floorCPU: floorAfter.cpuSecondsPerOperation, alone: alone,
            idle: idle, busy: busy, during: during, failures: failures)
    }

    static func scrypt(seconds: Double) throws -> OperationRate {
        let password = Array(LatchkeyServer.password.utf8)
        let salt = [UInt8](repeating: 7, count: 17)
        return try OperationRate.measure(seconds: seconds, threads: Machine.coreCount, batch: 1) {
            use(
                try KDF.Scrypt.deriveKey(
                    from: password, salt: salt, outputByteCount: 32, rounds: 1 << 14, blockSize: 8, parallelism: 1))
        }
    }

    /// Runs both loads. The lookups start after a tenth of the sign-ins' duration and end before them.
    private static func together(_ signIns: Load, _ lookups: Load) throws -> (signIns: Load.Outcome, lookups: Load.Outcome) {
        let outcomes = try Threads.run(2) { index in
            if index == 0 { return try signIns.run() }
            Thread.sleep(forTimeInterval: signIns.seconds / 10)
            return try lookups.run()
        }
        return (outcomes[0], outcomes[1])
    }

    private static func section(
        floor: Double, floorCPU: Double, alone: CostedLoad, idle: Load.Outcome, busy: Load.Outcome, during: Load.Outcome, failures: Int
    ) -> Section {
        var section = Section(
            title: "Password sign-in",
            introduction: """
                `accounts:signInWithPassword` on \(signInConnections) connections with an account each. The floor is scrypt alone on all \
                cores, with the parameters of the accounts (N = 16384, r = 8, p = 1). Lookups (`accounts:lookup`, which checks a token) come \
                on \(lookupConnections) other connections, 200 a second, first alone and then while sign-ins saturate the machine.
                """,
            columns: ["", "a second", "median", "99 %", "longest", "refused"])
        func row(_ name: String, _ outcome: Load.Outcome) {
            section.rows.append(
                .init(
                    name, outcome.perSecond.rate, outcome.quantile(0.5).time, outcome.quantile(0.99).time,
                    (outcome.latencies.last ?? .nan).time, String(outcome.refused)))
        }
        section.rows.append(.init("floor: scrypt alone, all cores", floor.rate, floorCPU.time, "", "", ""))
        row("sign-ins", alone.outcome)
        row("sign-ins, with lookups beside them", busy)
        row("lookups, nothing else", idle)
        row("lookups, while sign-ins saturate the machine", during)
        let share = alone.outcome.perSecond / floor
        let ratio = during.quantile(0.99) / idle.quantile(0.99)
        section.goals = [
            .atLeast(0.9, share, "password sign-in at 90 % or more of the rate that scrypt alone allows", measured: share.percent),
            .atMost(
                20, ratio, "while sign-ins saturate the machine, the 99th percentile of lookups below 20 times its idle value",
                measured: "\(idle.quantile(0.99).time) idle, \(during.quantile(0.99).time) saturated, \(ratio.digits(1)) times"),
            .atMost(0, Double(failures), "and no request fails", measured: "\(failures) failed"),
        ]
        section.remarks = [
            """
            A sign-in costs \(alone.serverCPUSecondsPerRequest.time) of the server's time, \(floorCPU.time) of it in scrypt; the rest is the \
            RSA signature of the ID token, one durable transaction, and HTTP. Hashing runs on as many threads as there are cores, with a \
            lower priority than those that answer requests.
            """
        ]
        return section
    }
}
