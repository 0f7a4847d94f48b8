import ArgumentParser

struct UsersDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable an account: its user cannot sign in, and its sessions end.")

    @OptionGroup var user: UserArgument
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let change = UserChange(disabled: true)
        try await admin.change(user, in: place, change) { "Disabled \($0.uid)." }
    }
}
