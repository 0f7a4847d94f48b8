import ArgumentParser

struct AppListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a project's apps.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.get("/v2/projects/\(project.project)/apps"), for: [AppDescription].self)) { apps in
            guard !apps.isEmpty else { return "No app is registered." }
            var table = TextTable("app id", "platform", "bundle id", "team id", "name", "URL scheme")
            for app in apps {
                table.add(app.id, app.platform, app.bundleID.isEmpty ? "-" : app.bundleID, app.teamID ?? "-", app.name, app.urlScheme)
            }
            return table.text
        }
    }
}
