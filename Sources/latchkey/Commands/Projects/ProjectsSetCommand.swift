import ArgumentParser
import LatchkeyIdentity

struct ProjectsSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a project's settings.",
        discussion: "Omitted settings are not changed. A running server applies changes immediately.")

    @Argument(help: "The project ID.") var project = "default"
    @Option(help: "The display name.") var name: String?
    @OptionGroup var settings: ProjectSettingOptions
    @Option(
        name: .customLong("add-provider-request"), parsing: .singleValue,
        help: ArgumentHelp("Allow apps to read this path at Twitter through the server. Repeatable.", valueName: "twitter.com/path"))
    var addedProviderRequests: [String] = []
    @Option(
        name: .customLong("remove-provider-request"), parsing: .singleValue,
        help: ArgumentHelp("Remove an allowed path. Repeatable.", valueName: "twitter.com/path"))
    var removedProviderRequests: [String] = []
    @OptionGroup var passwordPolicy: PasswordPolicyOptions
    @Option(
        name: .customLong("add-authorized-domain"), parsing: .singleValue,
        help: ArgumentHelp("Add a host that sign-in may redirect to. Repeatable.", valueName: "host"))
    var addedDomains: [String] = []
    @Option(
        name: .customLong("remove-authorized-domain"), parsing: .singleValue,
        help: ArgumentHelp("Remove a host that sign-in may redirect to. Repeatable.", valueName: "host"))
    var removedDomains: [String] = []
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if change == ProjectChange() { throw ValidationError("Specify at least one setting; see --help.") }
        #if !Legacy
        if settings.values["legacyRoutes"] == .flag(true) {
            throw ValidationError("This build has no routes of these clients. Build with the trait Legacy: swift build --traits Legacy")
        }
        #endif
    }

    func run() async throws {
        let changed = try await admin.send(.patch("/v2/projects/\(project)", change), for: ProjectDescription.self)
        try admin.show(changed) { $0.facts }
        if settings.values["legacyRoutes"] == .flag(true) { try await hintAtSecret(of: changed.id) }
    }

    /// Warns if there is no database secret to sign tokens with: without one, original clients cannot sign in.
    private func hintAtSecret(of project: String) async throws {
        let secrets = try await admin.send(.get("/v2/projects/\(project)/databaseSecrets"), for: [DatabaseSecretDescription].self)
        guard !secrets.contains(where: { $0.revokedAt == nil }) else { return }
        let command = ["latchkey", "database", "secrets", "create", "--project", project] + admin.folderOptions
        Terminal.printError("\(project) has no database secret yet, which sign-in through these routes requires. Create one:")
        Terminal.printError("  (umask 077 && set -o noclobber && \(command.map(ShellWord.quoted).joined(separator: " ")) >database-secret)")
    }

    private var change: ProjectChange {
        func given(_ values: [String]) -> [String]? { values.isEmpty ? nil : values }
        return ProjectChange(
            name: name, settings: settings.values.isEmpty ? nil : settings.values, addedProviderRequests: given(addedProviderRequests),
            removedProviderRequests: given(removedProviderRequests), passwordPolicy: passwordPolicy.change,
            addedDomains: given(addedDomains), removedDomains: given(removedDomains))
    }
}
