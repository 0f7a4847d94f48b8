import ArgumentParser

struct UsersDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account and all its data. This cannot be undone.")

    @OptionGroup var user: UserArgument
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete("/v2/projects/\(place.project.project)/users/\(user.who)", query: ["tenantId": place.tenant])
        try admin.show(try await admin.send(call, for: UserDescription.self)) { user in
            Visible.text("Deleted \(user.uid)\(user.email.map { " (\($0))" } ?? "").")
        }
    }
}
