import LatchkeyIdentity

/// A step of setting up a project.
struct FirstStep {
    let title: String
    let about: String
    /// The page on which it is done; `nil` if it is a setting of the server.
    let href: String?
    let isDone: Bool

    /// The hosts that every new project allows, for trying it out.
    private static let ownHosts: Set = ["localhost", "127.0.0.1"]

    /// - Parameter hasRules: Whether rules were saved for the database; `nil` for a server without databases.
    static func all(of project: Project, sendsMail: Bool, hasRules: Bool?, _ view: any StoreReading) throws -> [FirstStep] {
        let methods = ConsoleSection.methods.path(in: project.id)
        var steps = [
            FirstStep(
                title: "Add a sign-in provider", about: "Users sign in with an account that they have, such as Google, GitHub or Twitter.",
                href: methods, isDone: !(try view.providers(in: Realm(project: project.id)).isEmpty)),
            FirstStep(
                title: "Register your app", about: "Your app needs its API key and configuration.",
                href: ConsoleSection.apps.path(in: project.id), isDone: !(try view.apps(of: project.id).isEmpty)),
            FirstStep(
                title: "Authorize your domain",
                about: "After a sign-in, users return only to the domains in this list. Add the domain of your app.",
                href: SettingsTab.project.path(in: project.id), isDone: project.authorizedDomains.contains { !ownHosts.contains($0) }),
            FirstStep(
                title: "Send mail",
                about:
                    "Set smtp-url and mail-from, or mail-webhook, in the settings of the server. Until then, messages wait in the outbox.",
                href: nil, isDone: sendsMail),
        ]
        if let hasRules {
            steps.insert(
                FirstStep(
                    title: "Write security rules", about: "Rules decide which data each user can read and write.",
                    href: ConsoleSection.rules.path(in: project.id), isDone: hasRules), at: 2)
        }
        // What is left to do comes first.
        return steps.filter { !$0.isDone } + steps.filter(\.isDone)
    }
}
