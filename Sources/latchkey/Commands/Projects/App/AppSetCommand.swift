import ArgumentParser

struct AppSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change the settings of an app. Omitted settings are not changed.")

    @Argument(help: "The app ID.") var app: String
    @Option(
        help: ArgumentHelp(
            "iOS: the Apple team ID, for universal links instead of the URL scheme; an empty value removes it.", valueName: "id"))
    var teamId: String?
    @Option(help: "The display name.") var name: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.patch("/v2/projects/\(project.project)/apps/\(app)", AppChange(teamID: teamId, name: name))
        try admin.show(try await admin.send(call, for: AppDescription.self)) { $0.facts }
    }
}
