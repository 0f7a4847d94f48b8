import ArgumentParser

struct UsersUndeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undelete", abstract: "Cancel the scheduled deletion of an account.",
        discussion: "The account is enabled again, unless it was disabled before the deletion was scheduled. Its users sign in again.")

    @OptionGroup var user: UserArgument
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete(
            "/v2/projects/\(place.project.project)/users/\(user.who)/deletion", query: ["tenantId": place.tenant])
        try admin.show(try await admin.send(call, for: UserDescription.self)) { user in
            "\(user.uid) will not be deleted. The account is \(user.disabled ? "disabled, as before" : "enabled again")."
        }
    }
}
