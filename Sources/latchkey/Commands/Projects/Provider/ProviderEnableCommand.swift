import ArgumentParser

struct ProviderEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Enable sign-in with a configured provider.")

    @OptionGroup var provider: ProviderArgument
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.switchProvider(id: provider.provider, project: project.project, on: true)
        try admin.show(try await admin.send(request, for: ProviderDescription.self)) { $0.facts }
    }
}
