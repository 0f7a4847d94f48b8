import ArgumentParser

struct AdminInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Print the link that makes the first administrator.",
        discussion: """
            Whoever opens it owns the server: it works once, for an hour, and only while there is no administrator. Links from before work no \
            more. The server has to run.
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.ask(.inviteAdministrator, for: String.self)) { $0 }
    }
}
