import ArgumentParser
import LatchkeySecrets

struct DatabaseSecretsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a database secret and print it. It is shown only once.",
        discussion: """
            Tokens are verified only with the secret that their "kid" names, or else with the oldest active secret. Tokens without "kid" \
            that are signed with a second secret are therefore rejected until you revoke the first one. To rotate, create a second \
            secret, give it to your back ends, and revoke the first one when they switch to it.
            """)

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.post("/v2/projects/\(project.project)/databaseSecrets")
        try admin.show(try await admin.send(call, for: NewDatabaseSecret.self)) { $0.secret.value.expose() }
    }
}
