import ArgumentParser
import LatchkeyProviders

struct ProviderShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a provider's configuration and the callback URL to register.",
        discussion: "Shows all providers of the project if you specify none. The secret is never shown.")

    @Argument(help: "The provider: \(ProviderKind.knownNames).") var provider: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        guard let provider else {
            let call = AdminCall.get("/v2/projects/\(project.project)/providers")
            return try admin.show(try await admin.send(call, for: [ProviderDescription].self)) { providers in
                providers.isEmpty ? "No provider is configured." : providers.map(\.facts).joined(separator: "\n\n")
            }
        }
        let call = AdminCall.get("/v2/projects/\(project.project)/providers/\(provider)")
        try admin.show(try await admin.send(call, for: ProviderDescription.self)) { $0.facts }
    }
}
