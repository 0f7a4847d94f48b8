import ArgumentParser
import Foundation

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the running server.",
        discussion: "The exit status is 0 if the server is ready to serve requests, and 1 otherwise.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let status = try await admin.send(.get("/v2/status"), for: ServerStatus.self)
        try admin.show(status) { $0.lines(at: Date()).joined(separator: "\n") }
        if !status.isReady { throw ExitCode.failure }
    }
}
