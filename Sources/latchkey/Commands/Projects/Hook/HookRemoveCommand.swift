import ArgumentParser

struct HookRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a hook.", discussion: "A running server applies the change immediately.")

    @Argument(help: "The event: beforeCreate or beforeSignIn.") var event: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete("/v2/projects/\(project.project)/hooks/\(event)")
        try admin.show(try await admin.send(call, for: [HookDescription].self)) { $0.table }
    }
}
