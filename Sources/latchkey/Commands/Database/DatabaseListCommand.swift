import ArgumentParser

struct DatabaseListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the databases of a project.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(project.project)/databases")
        try admin.show(try await admin.send(call, for: [DatabaseDescription].self)) { databases in
            var table = TextTable("database", "project", "")
            for database in databases { table.add(database.name, database.project, database.isProjectsOwn ? "default database" : "") }
            return table.text
        }
    }
}
