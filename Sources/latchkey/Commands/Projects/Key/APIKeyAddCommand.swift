import ArgumentParser

struct APIKeyAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Create an API key.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.post("/v2/projects/\(project.project)/apiKeys"), for: APIKeyDescription.self)) { $0.key }
    }
}
