import ArgumentParser
import LatchkeySecrets

struct DatabaseSecretsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a secret and print it. It is shown this once.",
        discussion: """
            Tokens are checked with the oldest secret that is good, or with the one whose id they carry as “kid”. So a second one changes \
            nothing until the first is revoked: give it to your back ends, then revoke the first.
            """)

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.createDatabaseSecret(project: project.project)
        try admin.show(try await admin.ask(request, for: NewDatabaseSecret.self)) { $0.secret.value.expose() }
    }
}
