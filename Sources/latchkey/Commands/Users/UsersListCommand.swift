import ArgumentParser

struct UsersListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts in the order of their uids, a page at a time.",
        discussion: "The JSON form has the accounts under “users” and, unless it is the last page, the uid to continue after under “next”.")

    @Option(help: "How many (1 to \(Administrator.maxPageSize)).") var limit = 100
    @Option(help: ArgumentHelp("Begin after this uid.", valueName: "uid")) var after: String?
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.listUsers(in: place.realm, after: after, limit: limit)
        try admin.show(try await admin.ask(request, for: UserPage.self)) { page in
            guard !page.users.isEmpty else { return after == nil ? "There are no accounts." : "There are no further accounts." }
            var table = TextTable("uid", "e-mail", "name", "signs in with", "created", "last sign-in", "state")
            for user in page.users {
                table.add(
                    user.uid, user.email ?? "-", user.displayName ?? "-",
                    user.signInMethods.isEmpty ? "anonymous" : user.signInMethods.joined(separator: ", "), Terminal.text(user.createdAt),
                    user.lastSignInAt.map(Terminal.text) ?? "never", user.disabled ? "disabled" : "good")
            }
            return table.text + (page.next.map { "\n\nThere are more: --after \($0)" } ?? "")
        }
    }
}
