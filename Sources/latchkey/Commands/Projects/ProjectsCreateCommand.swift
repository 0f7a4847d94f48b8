import ArgumentParser

struct ProjectsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a project with an API key.",
        discussion: "Creates the data folder if it does not exist, so that you can set up a server before its first start.")

    @Argument(help: "The project ID: 4 to 30 lower-case letters, digits and hyphens. It cannot be changed.") var project: String
    @Option(help: "The display name (default: the project ID).") var name: String?
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        var call = try AdminCall.post("/v2/projects", NewProject(id: project, name: name))
        call.mayCreateFolder = true
        try admin.show(try await admin.send(call, for: ProjectDescription.self)) { project in
            """
            Created the project \(project.id).
            API key: \(project.apiKeys.joined(separator: ", "))
            """
        }
    }
}
