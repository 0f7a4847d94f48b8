import ArgumentParser

struct ServiceAccountsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a project's service accounts, including revoked ones.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(project.project)/serviceAccounts")
        try admin.show(try await admin.send(call, for: [ServiceAccountDescription].self)) { accounts in
            guard !accounts.isEmpty else { return "There are no service accounts. Create one: `latchkey service-accounts create NAME`." }
            var table = TextTable("service account", "key id", "created", "state")
            for account in accounts {
                let state = account.revokedAt.map { "revoked \(Terminal.text($0))" } ?? "active"
                table.add(account.email, account.keyID, Terminal.text(account.createdAt), state)
            }
            return table.text
        }
    }
}
