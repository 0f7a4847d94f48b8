import Foundation
import Hummingbird
import Logging

/// Hummingbird's default server with one route that answers with a fixed text: what Latchkey's HTTP library costs alone.
enum FixedAnswers {
    /// The argument with which this program is the server.
    static let argument = "fixed-answers"
    static let path = "/fixed"

    /// Runs the server, which prints its port.
    ///
    /// - Parameter port: The port; 0 for a free one.
    static func serve(port: Int) async throws {
        let router = Router()
        router.get("fixed") { _, _ in "OK" }
        var logger = Logger(label: "fixed-answers")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: nil),
            onServerRunning: {
                print($0.localAddress?.port ?? 0)
                fflush(nil)
            }, logger: logger)
        try await application.runService()
    }

    /// Starts this program as the server.
    static func start(_ setting: Setting) throws -> (program: ChildProgram, port: Int) {
        let program = try ChildProgram(CommandLine.arguments[0], [argument], log: setting.folder + "/fixed-answers.log")
        guard let port = Int(try program.firstLine()) else { throw BenchmarkFailure("the server of fixed answers printed no port") }
        program.ignoreOutput()
        return (program, port)
    }
}
