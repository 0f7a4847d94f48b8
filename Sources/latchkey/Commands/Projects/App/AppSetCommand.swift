import ArgumentParser

struct AppSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change what an app is known by. What is not named stays as it is.")

    @Argument(help: "The app id.") var app: String
    @Option(
        help: ArgumentHelp(
            "iOS: the developer team, for universal links in place of the scheme; an empty one takes it away.", valueName: "id"))
    var teamId: String?
    @Option(help: "A name for people.") var name: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.changeApp(id: app, project: project.project, change: AppChange(teamID: teamId, name: name))
        try admin.show(try await admin.ask(request, for: AppDescription.self)) { $0.facts }
    }
}
