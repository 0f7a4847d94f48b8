import ArgumentParser
import LatchkeySecrets

struct DatabaseSecretsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a database secret and print it. It is shown only once.",
        discussion: """
            Tokens are verified with the oldest active secret, or with the one that their "kid" names. To rotate, create a second secret, \
            deploy it to your back ends, and then revoke the first one.
            """)

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.createDatabaseSecret(project: project.project)
        try admin.show(try await admin.ask(request, for: NewDatabaseSecret.self)) { $0.secret.value.expose() }
    }
}
