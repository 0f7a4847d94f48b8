import ArgumentParser

struct AdminInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Print an invitation link for the first administrator.",
        discussion: """
            The link grants full control of the server. It works once, within an hour, and only while there is no administrator. A new \
            link invalidates earlier ones. The server must be running.
            """)

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.post("/v2/administrators:invite"), for: Invitation.self).link) { $0 }
    }
}
