import ArgumentParser

struct ServiceAccountsRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Believe a service account no more, from now on.",
        discussion: "Whoever was signed in with its tokens stays signed in; the address is not given to another account.")

    @Argument(help: "The service account's name or address.") var who: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.revokeServiceAccount(who: who, project: project.project)
        try admin.show(try await admin.ask(request, for: ServiceAccountDescription.self)) { "Revoked \($0.email)." }
    }
}
