import ArgumentParser

struct DatabaseCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a further database of a project.",
        discussion: """
            Clients reach it with ns=NAME; no two databases of a server have one name. It is empty, and its rules are those of a new \
            project: signed-in people have /users/UID of their own, and nothing else.
            """)

    @Argument(help: "Its name: lower-case letters, digits and hyphens.") var name: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.createDatabase(DatabaseName(project: project.project, name: name))
        try admin.show(try await admin.ask(request, for: DatabaseDescription.self)) {
            "The database \($0.name) of the project \($0.project) is there. Clients reach it with ns=\($0.name)."
        }
    }
}
