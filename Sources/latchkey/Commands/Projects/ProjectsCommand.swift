import ArgumentParser

struct ProjectsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projects", abstract: "Look after projects: settings, providers, messages, apps, API keys.",
        discussion: """
            A project is an island of accounts, providers and keys. The first start of the server makes one of the name “default”. \
            These commands ask the server that runs on the data folder; without one they work on the folder themselves.
            """,
        subcommands: [
            ProjectsListCommand.self, ProjectsCreateCommand.self, ProjectsShowCommand.self, ProjectsSetCommand.self,
            ProviderCommand.self, TemplateCommand.self, HookCommand.self, AppCommand.self, APIKeyCommand.self,
        ])
}
