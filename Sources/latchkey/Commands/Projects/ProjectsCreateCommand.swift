import ArgumentParser

struct ProjectsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a project with its first API key.",
        discussion: "Where there is no data folder yet, it is made too, so that a server can be set up before its first start.")

    @Argument(help: "Its id: 4 to 30 lower-case letters, digits and hyphens. It is part of tokens and never changes.") var project: String
    @Option(help: "A name for people (default: the id).") var name: String?
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.createProject(id: project, name: name)
        try admin.show(try await admin.ask(request, for: ProjectDescription.self)) { project in
            """
            Made the project \(project.id).
            Its API key is \(project.apiKeys.joined(separator: ", ")).
            """
        }
    }
}
