import ArgumentParser

struct ServiceAccountsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a project's service accounts, revoked ones included.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.listServiceAccounts(project: project.project)
        try admin.show(try await admin.ask(request, for: [ServiceAccountDescription].self)) { accounts in
            guard !accounts.isEmpty else { return "There is no service account yet; `latchkey service-accounts create NAME` makes one." }
            var table = TextTable("service account", "key id", "created", "state")
            for account in accounts {
                let state = account.revokedAt.map { "revoked \(Terminal.text($0))" } ?? "good"
                table.add(account.email, account.keyID, Terminal.text(account.createdAt), state)
            }
            return table.text
        }
    }
}
