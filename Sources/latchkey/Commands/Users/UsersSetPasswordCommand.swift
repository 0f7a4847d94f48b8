import ArgumentParser

struct UsersSetPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password", abstract: "Set the password of an account, and end its sessions.",
        discussion: "The password is read from standard input or a file, never from the arguments, which other users could read.")

    @OptionGroup var user: UserArgument
    @OptionGroup var source: PasswordSource
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let change = UserChange(password: TransitSecret(try source.password()))
        try await admin.change(user, in: place, change) { "Set the password of \($0.uid), and ended its sessions." }
    }
}
