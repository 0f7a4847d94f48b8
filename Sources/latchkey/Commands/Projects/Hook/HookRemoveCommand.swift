import ArgumentParser

struct HookRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a hook.", discussion: "A running server applies the change immediately.")

    @Argument(help: "The event: beforeCreate or beforeSignIn.") var event: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.setHook(event: event, url: nil, project: project.project)
        try admin.show(try await admin.send(request, for: [HookDescription].self)) { $0.table }
    }
}
