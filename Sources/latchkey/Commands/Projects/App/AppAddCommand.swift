import ArgumentParser

struct AppAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Register an app.",
        discussion: """
            Prints the app id, and the encoded form of it that an app for a phone registers as URL scheme: a sign-in in the browser \
            comes back to the app through it. Any app can register the same scheme. One of Apple's systems that is given a team id is \
            returned to by a universal link instead, and by nothing else: this server names it at \
            /.well-known/apple-app-site-association. Such an app may also use the passkeys and saved passwords of this server's address, \
            which belong to all its projects: give a team id only to apps that you trust with all of them.
            """)

    @Option(help: "ios, android, web, or native for a program that listens on this machine.") var platform: String
    @Option(help: "The bundle id (iOS) or package name (Android).") var bundleId: String?
    @Option(help: ArgumentHelp("iOS: the developer team, for universal links.", valueName: "id")) var teamId: String?
    @Option(help: "A name for people (default: the bundle id).") var name: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let app = NewApp(platform: platform, bundleID: bundleId, teamID: teamId, name: name)
        try admin.show(try await admin.ask(.addApp(project: project.project, app: app), for: AppDescription.self)) { $0.facts }
    }
}

extension AppDescription {
    /// One fact a line.
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
