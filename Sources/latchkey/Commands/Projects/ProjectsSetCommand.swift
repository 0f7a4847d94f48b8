import ArgumentParser

struct ProjectsSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a project's settings.",
        discussion: "Omitted settings are not changed. A running server applies changes immediately.")

    @Argument(help: "The project ID.") var project = "default"
    @Option(help: "The display name.") var name: String?
    @Option(help: "Whether an email address can belong to only one account, across all providers.") var oneAccountPerEmail: YesNo?
    @Option(help: "Whether responses hide which email addresses have an account.") var enumerationProtection: YesNo?
    @Option(help: "Whether users can sign in with a password.") var passwordSignIn: YesNo?
    @Option(help: "Whether users can sign in with an email link.") var emailLinkSignIn: YesNo?
    @Option(help: "Whether apps can create anonymous accounts; disabled in new projects.") var anonymousSignIn: YesNo?
    @Option(help: "Whether users can sign in with a phone number; requires the server's --sms-webhook.") var phoneSignIn: YesNo?
    @Option(help: "Whether users can enroll a phone as a second factor.") var smsSecondFactor: YesNo?
    @Option(help: "Whether users can enroll an authenticator app as a second factor.") var totpSecondFactor: YesNo?
    @Option(help: "Whether new users can create accounts.") var signUp: YesNo?
    @Option(help: "The maximum age of a sign-in for sensitive changes.") var recentSignInSeconds: Int?
    @Option(help: "The maximum number of new accounts per network and hour; 0 for no limit.") var signUpsPerHour: Int?
    @Option(help: "The maximum number of text messages per day, separately for sign-in and second factors; 0 for no limit.")
    var smsPerDay: Int?
    @Option(help: "Whether users get an email when a session is used from a new network.")
    var newNetworkMails: YesNo?
    @Option(help: "The session length in seconds for clients of Simple Login and Firebase 2.x; 0 for no limit.") var legacySessionSeconds:
        Int?
    @Option(help: "Whether apps can sign in with the Twitter accounts in a device's settings.") var reverseAuth: YesNo?
    @Option(help: "Whether to serve original Simple Login and Firebase 2.x clients; they require a database secret.") var legacyRoutes:
        YesNo?
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
        if legacyRoutes?.isYes == true {
            throw ValidationError("This build has no routes of these clients. Build with the trait Legacy: swift build --traits Legacy")
        }
        #endif
    }

    func run() async throws {
        let changed = try await admin.ask(AdminRequest.changeProject(id: project, change: change), for: ProjectDescription.self)
        try admin.show(changed) { $0.facts }
        if legacyRoutes?.isYes == true { try await hintAtSecret(of: changed.id) }
    }

    /// Warns if there is no database secret to sign tokens with: without one, original clients cannot sign in.
    private func hintAtSecret(of project: String) async throws {
        let secrets = try await admin.ask(.listDatabaseSecrets(project: project), for: [DatabaseSecretDescription].self)
        guard !secrets.contains(where: { $0.revokedAt == nil }) else { return }
        let command = ["latchkey", "database", "secrets", "create", "--project", project] + admin.folderOptions
        Terminal.printError("\(project) has no database secret yet, which sign-in through these routes requires. Create one:")
        Terminal.printError("  (umask 077 && set -o noclobber && \(command.joined(separator: " ")) >database-secret)")
    }

    private var change: ProjectChange {
        ProjectChange(
            name: name, oneAccountPerEmail: oneAccountPerEmail?.isYes, enumerationProtection: enumerationProtection?.isYes,
            passwordSignIn: passwordSignIn?.isYes, emailLinkSignIn: emailLinkSignIn?.isYes, anonymousSignIn: anonymousSignIn?.isYes,
            phoneSignIn: phoneSignIn?.isYes, smsSecondFactor: smsSecondFactor?.isYes, totpSecondFactor: totpSecondFactor?.isYes,
            signUp: signUp?.isYes, recentSignInSeconds: recentSignInSeconds, signUpsPerHour: signUpsPerHour, smsPerDay: smsPerDay,
            newNetworkMails: newNetworkMails?.isYes,
            legacySessionSeconds: legacySessionSeconds, reverseAuth: reverseAuth?.isYes, legacyRoutes: legacyRoutes?.isYes,
            addedProviderRequests: addedProviderRequests,
            removedProviderRequests: removedProviderRequests, passwordPolicy: passwordPolicy.change, addedDomains: addedDomains,
            removedDomains: removedDomains)
    }
}
