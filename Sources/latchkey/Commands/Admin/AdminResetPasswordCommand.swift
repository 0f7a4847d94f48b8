import ArgumentParser
import LatchkeyIdentity

struct AdminResetPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password", abstract: "Set the password of an administrator of the console, and end their sessions.",
        discussion: """
            The password is read from standard input or a file. Second factors and passkeys stay. `latchkey users list --project _console` \
            lists the administrators.
            """)

    @OptionGroup var user: UserArgument
    @OptionGroup var source: PasswordSource
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let change = UserChange(password: TransitSecret(try source.password()))
        let call = try AdminCall.patch("/v2/projects/\(ProjectID.console.rawValue)/users/\(user.who)", change)
        try admin.show(try await admin.send(call, for: UserDescription.self)) {
            Visible.text("Set the password of \($0.email ?? $0.uid), and ended all sessions.")
        }
    }
}
