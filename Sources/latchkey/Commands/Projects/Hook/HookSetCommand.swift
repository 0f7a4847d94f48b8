import ArgumentParser

struct HookSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the URL of a hook.", discussion: "A running server applies the change immediately.")

    @Argument(help: "The event: beforeCreate or beforeSignIn.") var event: String
    @Argument(help: "The URL: https, or http on this machine.") var url: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.put("/v2/projects/\(project.project)/hooks/\(event)", HookTarget(url: url))
        try admin.show(try await admin.send(call, for: [HookDescription].self)) { $0.table }
    }
}
