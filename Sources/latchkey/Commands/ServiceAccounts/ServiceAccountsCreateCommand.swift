import ArgumentParser
import LatchkeyAdministrationAPI

struct ServiceAccountsCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a service account and print its JSON key file.",
        discussion: """
            The file contains the only copy of the private key. Redirect the output to a file for the back end, \
            for example `latchkey service-accounts create my-backend > backend.json`, and restrict access to it.
            """)

    @Argument(help: "The name: 3 to 30 lower-case letters, digits and hyphens.") var name: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.post("/v2/projects/\(project.project)/serviceAccounts", NewServiceAccount(name: name))
        try Terminal.print(json: try await admin.send(call, for: ServiceAccountFile.self))
    }
}
