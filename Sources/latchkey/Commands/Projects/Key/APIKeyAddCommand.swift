import ArgumentParser

struct APIKeyAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Create an API key.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.addAPIKey(project: project.project), for: APIKeyDescription.self)) { $0.key }
    }
}
