import ArgumentParser

struct ProjectsSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a project's settings.",
        discussion: "What is not named stays as it is. A running server follows at once.")

    @Argument(help: "The project.") var project = "default"
    @Option(help: "A name for people.") var name: String?
    @Option(help: "Whether one address leads to one account whatever the provider.") var oneAccountPerEmail: YesNo?
    @Option(help: "Whether answers keep secret which addresses have an account.") var enumerationProtection: YesNo?
    @Option(help: "Whether people may sign in with a password.") var passwordSignIn: YesNo?
    @Option(help: "Whether people may sign in with a link that is sent to their address.") var emailLinkSignIn: YesNo?
    @Option(help: "Whether apps may create anonymous accounts; off in a new project.") var anonymousSignIn: YesNo?
    @Option(help: "Whether people may sign in with a telephone; needs --sms-webhook at the server.") var phoneSignIn: YesNo?
    @Option(help: "Whether people may add a telephone as second factor.") var smsSecondFactor: YesNo?
    @Option(help: "Whether people may add an authenticator program as second factor.") var totpSecondFactor: YesNo?
    @Option(help: "Whether strangers may make accounts themselves.") var signUp: YesNo?
    @Option(help: "How old a sign-in may be before delicate changes need a fresh one.") var recentSignInSeconds: Int?
    @Option(help: "How many accounts one network may make in an hour; 0 for any number.") var signUpsPerHour: Int?
    @Option(help: "How many text messages are sent in a day, for signing in and as second factors each; 0 for any number.")
    var smsPerDay: Int?
    @Option(help: "Whether users get an e-mail when a session is used from a new network.")
    var newNetworkMails: YesNo?
    @Option(help: "How long people stay signed in with clients of Simple Login and Firebase 2.x; 0 for no end.") var legacySessionSeconds:
        Int?
    @Option(help: "Whether apps may sign in with Twitter accounts of a device's own settings.") var reverseAuth: YesNo?
    @Option(help: "Whether original clients of Simple Login and Firebase 2.x are answered; they need a database secret.") var legacyRoutes:
        YesNo?
    @Option(
        name: .customLong("add-provider-request"), parsing: .singleValue,
        help: ArgumentHelp("What apps may read at Twitter through the server. Repeatable.", valueName: "twitter.com/path"))
    var addedProviderRequests: [String] = []
    @Option(
        name: .customLong("remove-provider-request"), parsing: .singleValue,
        help: ArgumentHelp("What apps may read there no more. Repeatable.", valueName: "twitter.com/path"))
    var removedProviderRequests: [String] = []
    @OptionGroup var passwordPolicy: PasswordPolicyOptions
    @Option(
        name: .customLong("add-authorized-domain"), parsing: .singleValue,
        help: ArgumentHelp("A host that sign-ins may return to. Repeatable.", valueName: "host"))
    var addedDomains: [String] = []
    @Option(
        name: .customLong("remove-authorized-domain"), parsing: .singleValue,
        help: ArgumentHelp("A host that sign-ins may return to no more. Repeatable.", valueName: "host"))
    var removedDomains: [String] = []
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if change == ProjectChange() { throw ValidationError("Name at least one setting; --help lists them.") }
    }

    func run() async throws {
        let changed = try await admin.ask(AdminRequest.changeProject(id: project, change: change), for: ProjectDescription.self)
        try admin.show(changed) { $0.facts }
        if legacyRoutes?.isYes == true { try await hintAtSecret(of: changed.id) }
    }

    /// Without a secret that signs their tokens, original clients are answered and nobody is signed in.
    private func hintAtSecret(of project: String) async throws {
        let secrets = try await admin.ask(.listDatabaseSecrets(project: project), for: [DatabaseSecretDescription].self)
        guard !secrets.contains(where: { $0.revokedAt == nil }) else { return }
        let command = ["latchkey", "database", "secrets", "create", "--project", project] + admin.folderOptions
        Terminal.printError("\(project) has no database secret yet, and signs nobody in over these routes without one. Make one:")
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
