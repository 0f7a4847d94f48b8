import ArgumentParser
import CLatchkeyVersion
import Foundation

/// The root command; each subcommand has its own file.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "A self-hosted sign-in backend compatible with Firebase Authentication.",
        version: version,
        subcommands: [
            ServeCommand.self, DemoCommand.self, ProjectsCommand.self, UsersCommand.self, EventsCommand.self, OutboxCommand.self,
            WebhooksCommand.self, KeysCommand.self, MasterKeyCommand.self,
            ServiceAccountsCommand.self, AdminCommand.self, RulesCommand.self, DatabaseCommand.self, DoctorCommand.self,
            StatusCommand.self, NodesCommand.self, BackupCommand.self, RestoreCommand.self, MoveCommand.self, UpgradeCommand.self,
            MigrateCommand.self,
            SandboxCommand.self,
            OAuth1Command.self,
        ])

    /// The version in `--version` and in responses.
    static let version = String(cString: latchkey_version())

    /// Ignores SIGPIPE: if the reader of the output exits, as in `| head`, writes fail with an error and an import is not interrupted.
    /// SwiftNIO ignores the signal, too, but only after it opens its first socket. No code in the process relies on it.
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        await main(nil)
    }
}
