import ArgumentParser

struct UsersDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account and all its data. This cannot be undone.",
        discussion: """
            With --in, the account is disabled now and deleted after that time, within five minutes, while the server runs. Until then \
            `latchkey users undelete` and `latchkey users enable` cancel the deletion, so that it is not confirmed.
            """)

    @OptionGroup var user: UserArgument
    @Option(name: .customLong("in"), help: ArgumentHelp("Delete it later, after minutes, hours or days such as 30d.", valueName: "time"))
    var grace: String?
    @Flag(help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let path: AdminCall.Path = "/v2/projects/\(place.project.project)/users/\(user.who)"
        // The address that selected the account may change while the question waits.
        var target = path
        if !yes, grace == nil {
            let found = try await admin.send(.get(path, query: ["tenantId": place.tenant]), for: UserDescription.self)
            target = "/v2/projects/\(place.project.project)/users/\(found.uid)"
            let name = Visible.text(found.uid + (found.email.map { " (\($0))" } ?? ""))
            Terminal.printError("Deletes the account \(name) of \(place.project.project) and all its data. Only a backup can restore them.")
            guard Terminal.confirms("Delete \(name)?") else { throw Failure("Nothing was changed. Confirm with --yes.") }
        }
        let call = AdminCall.delete(target, query: ["tenantId": place.tenant, "in": grace])
        try admin.show(try await admin.send(call, for: UserDescription.self)) { user in
            if let date = user.deleteAt { return Visible.text("Disabled \(user.uid). It is deleted from \(Terminal.text(date)).") }
            return Visible.text("Deleted \(user.uid)\(user.email.map { " (\($0))" } ?? "").")
        }
    }
}
