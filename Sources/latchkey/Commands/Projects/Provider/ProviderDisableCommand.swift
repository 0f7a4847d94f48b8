import ArgumentParser

struct ProviderDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable sign-in with a provider. Its configuration is kept.")

    @OptionGroup var provider: ProviderArgument
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.switchProvider(id: provider.provider, project: project.project, on: false)
        try admin.show(try await admin.send(request, for: ProviderDescription.self)) { $0.facts }
    }
}
