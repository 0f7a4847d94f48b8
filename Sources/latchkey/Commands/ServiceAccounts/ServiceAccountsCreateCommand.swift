import ArgumentParser

struct ServiceAccountsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a service account and print its JSON file.",
        discussion: """
            The file holds the private key, and this server keeps none: redirect the output to where the back end reads it, \
            for example `latchkey service-accounts create my-backend > backend.json`, and let nobody else read it.
            """)

    @Argument(help: "A name: 3 to 30 lower-case letters, digits and hyphens.") var name: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.createServiceAccount(name: name, project: project.project)
        try Terminal.print(json: try await admin.ask(request, for: ServiceAccountFile.self))
    }
}
