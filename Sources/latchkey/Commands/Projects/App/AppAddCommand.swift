import ArgumentParser

struct AppAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Register an app.",
        discussion: """
            Prints the app ID and its encoded form. Phone apps register the latter as a URL scheme, through which the browser returns \
            after sign-in. Other apps can register the same scheme. On Apple platforms, set a team ID to use only universal links, \
            and never the scheme: the server lists the app at \
            /.well-known/apple-app-site-association. Such an app can also use the passkeys and saved passwords for this server's address, \
            which all projects share. Set a team ID only for apps that you trust with all projects.
            """)

    @Option(help: "The platform: ios, android, web, or native for programs that listen on a local port.") var platform: String
    @Option(help: "The bundle ID (iOS) or package name (Android).") var bundleId: String?
    @Option(help: ArgumentHelp("iOS: the Apple team ID, for universal links.", valueName: "id")) var teamId: String?
    @Option(help: "The display name (default: the bundle ID).") var name: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let app = NewApp(platform: platform, bundleID: bundleId, teamID: teamId, name: name)
        try admin.show(try await admin.send(.post("/v2/projects/\(project.project)/apps", app), for: AppDescription.self)) { $0.facts }
    }
}

extension AppDescription {
    /// One line per fact.
    var facts: String {
        var facts = FactList()
        facts.add("app id", id)
        facts.add("URL scheme", urlScheme)
        facts.add("platform", platform)
        facts.add("bundle id", bundleID.isEmpty ? nil : bundleID)
        facts.add("team id", teamID)
        facts.add("name", name)
        return facts.text
    }
}
