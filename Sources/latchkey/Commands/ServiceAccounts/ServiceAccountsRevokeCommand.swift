import ArgumentParser

struct ServiceAccountsRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a service account.",
        discussion: "Users who signed in with its tokens stay signed in. The account's email address is never reused.")

    @Argument(help: "The name or email address of the service account.") var who: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete("/v2/projects/\(project.project)/serviceAccounts/\(who)")
        try admin.show(try await admin.send(call, for: ServiceAccountDescription.self)) { "Revoked \($0.email)." }
    }
}
