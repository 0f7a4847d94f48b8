import ArgumentParser

struct DatabaseCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an additional database in a project.",
        discussion: """
            Clients connect to it with ns=NAME. Names are unique across all projects. The new database is empty, with the rules \
            of a new project: signed-in users can access only their own /users/UID.
            """)

    @Argument(help: "The name: lower-case letters, digits and hyphens.") var name: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.post("/v2/projects/\(project.project)/databases", NewDatabase(name: name))
        try admin.show(try await admin.send(call, for: DatabaseDescription.self)) {
            "Created the database \($0.name) in the project \($0.project). Clients connect to it with ns=\($0.name)."
        }
    }
}
