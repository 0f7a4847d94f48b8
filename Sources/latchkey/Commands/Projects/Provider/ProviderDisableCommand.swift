import ArgumentParser

struct ProviderDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable sign-in with a provider. Its configuration is kept.")

    @OptionGroup var provider: ProviderArgument
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.post("/v2/projects/\(project.project)/providers/\(provider.provider):disable")
        try admin.show(try await admin.send(call, for: ProviderDescription.self)) { $0.facts }
    }
}
