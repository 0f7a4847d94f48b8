import ArgumentParser

struct UsersListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts in the order of their UIDs, one page at a time.",
        discussion: "The JSON output has the members \"users\", and \"next\" for the next page, if any.")

    @Option(help: "The maximum number of accounts (1 to \(Administrator.maxPageSize)).") var limit = 100
    @Option(help: ArgumentHelp("Show accounts after this UID.", valueName: "uid")) var after: String?
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get(
            "/v2/projects/\(place.project.project)/users", query: ["pageSize": "\(limit)", "after": after, "tenantId": place.tenant])
        try admin.show(try await admin.send(call, for: UserPage.self)) { page in
            guard !page.users.isEmpty else { return after == nil ? "There are no accounts." : "There are no more accounts." }
            var table = TextTable("uid", "e-mail", "name", "signs in with", "created", "last sign-in", "state")
            for user in page.users {
                table.add(
                    user.uid, user.email ?? "-", user.displayName ?? "-",
                    user.shownMethods, Terminal.text(user.createdAt),
                    user.lastSignInAt.map(Terminal.text) ?? "never",
                    user.deleteAt.map { "deleted from " + Terminal.text($0) } ?? (user.disabled ? "disabled" : "active"))
            }
            return table.text + (page.next.map { "\n\nFor the next page, use --after \(Visible.text(ShellWord.quoted($0)))" } ?? "")
        }
    }
}
