import ArgumentParser

struct ProjectsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projects", abstract: "Manage projects and their settings, providers, messages, apps and API keys.",
        discussion: """
            A project has its own accounts, providers and keys. The server creates the project "default" at its first start. \
            The commands connect to the server that runs on the data folder, or open the folder if there is none.
            """,
        subcommands: [
            ProjectsListCommand.self, ProjectsCreateCommand.self, ProjectsShowCommand.self, ProjectsSetCommand.self,
            ProjectsDeleteCommand.self,
            ProviderCommand.self, TemplateCommand.self, HookCommand.self, AppCommand.self, APIKeyCommand.self,
        ])
}
