import ArgumentParser

struct ProjectsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all projects.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.get("/v2/projects"), for: [ProjectDescription].self)) { projects in
            var table = TextTable("project", "name", "created", "providers")
            for project in projects {
                table.add(
                    project.id, project.name, Terminal.text(project.createdAt),
                    project.providers.isEmpty ? "-" : project.providers.joined(separator: ", "))
            }
            return table.text
        }
    }
}
