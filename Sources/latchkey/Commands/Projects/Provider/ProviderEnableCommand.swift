import ArgumentParser

struct ProviderEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Enable sign-in with a configured provider.")

    @OptionGroup var provider: ProviderArgument
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.post("/v2/projects/\(project.project)/providers/\(provider.provider):enable")
        try admin.show(try await admin.send(call, for: ProviderDescription.self)) { $0.facts }
    }
}
