import ArgumentParser

struct UsersEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable a disabled account.")

    @OptionGroup var user: UserArgument
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let change = UserChange(disabled: false)
        try await admin.change(user, in: place, change) { "Enabled \($0.uid)." }
    }
}
