import ArgumentParser

struct UsersSignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "End all sessions of an account.",
        discussion: "ID tokens stay valid for verifiers of yours until they expire, an hour at most.")

    @OptionGroup var user: UserArgument
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let change = UserChange(signOut: true)
        try await admin.change(user, in: place, change) { "Ended all sessions of \($0.uid)." }
    }
}
