import Foundation

/// A server of which starts are measured: how to start it, and where it reports that it is healthy.
struct StartableServer {
    let executable: String
    /// Returns the arguments for a port.
    let arguments: (_ port: Int) -> [String]
    let healthPath: String
    let log: String

    static func latchkey(_ setting: Setting, data: String) -> StartableServer {
        StartableServer(
            executable: setting.latchkey, arguments: { LatchkeyServer.arguments(data: data, port: $0, algorithm: .rs256) },
            healthPath: "/healthz", log: setting.folder + "/latchkey.log")
    }

    static func emulator(_ setting: Setting) -> StartableServer {
        StartableServer(
            executable: setting.latchkey, arguments: { ["serve", "--emulator", "--port", String($0), "--log-level", "warning"] },
            healthPath: "/healthz", log: setting.folder + "/latchkey.log")
    }

    /// Hummingbird alone, in the program of the benchmarks.
    static func fixedAnswers(_ setting: Setting) -> StartableServer {
        StartableServer(
            executable: CommandLine.arguments[0], arguments: { [FixedAnswers.argument, String($0)] }, healthPath: FixedAnswers.path,
            log: setting.folder + "/fixed-answers.log")
    }

    static func pocketBase(_ setting: Setting, data: String) -> StartableServer {
        StartableServer(
            executable: setting.pocketBase, arguments: { PocketBase.arguments(data: data, port: $0) }, healthPath: PocketBase.healthPath,
            log: setting.folder + "/pocketbase.log")
    }

    /// Starts the server, stops it, and returns the seconds from creating the process to the first successful health check.
    func timeOfStart() throws -> Double {
        let port = try FreePort.find()
        let begin = ContinuousClock.now
        let program = try ChildProgram(executable, arguments(port), log: log)
        defer { program.stop() }
        program.ignoreOutput()
        return try Health.wait(port: port, path: healthPath, since: begin)
    }

    /// Returns the medians of starts in turns, in the order of the servers.
    static func medians(of servers: [StartableServer], starts: Int) throws -> [Double] {
        var times = [[Double]](repeating: [], count: servers.count)
        for _ in 0..<starts {
            for (index, server) in servers.enumerated() { times[index].append(try server.timeOfStart()) }
        }
        return times.map { $0.sorted()[starts / 2] }
    }
}
