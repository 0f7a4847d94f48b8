import ArgumentParser
import Foundation

/// The command itself; each subcommand is a file of its own.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "A self-hosted sign-in backend that speaks Firebase.",
        version: version,
        subcommands: [
            ServeCommand.self, DemoCommand.self, ProjectsCommand.self, UsersCommand.self, EventsCommand.self, OutboxCommand.self,
            KeysCommand.self,
            ServiceAccountsCommand.self, AdminCommand.self, RulesCommand.self, DatabaseCommand.self, DoctorCommand.self,
            SandboxCommand.self,
            OAuth1Command.self,
        ])

    /// The version that `--version` and the client header show.
    static let version = "0.1.0"

    /// Whoever reads the output may go, as `head` does: writing then fails and is told, instead of ending an import in the middle. SwiftNIO
    /// ignores the signal too, but not before it opens its first socket, and nothing in the process waits for it.
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        await main(nil)
    }
}
