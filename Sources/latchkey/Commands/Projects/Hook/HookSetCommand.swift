import ArgumentParser

struct HookSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Have a program asked, in place of the one that is.", discussion: "A running server follows at once.")

    @Argument(help: "When it is asked: beforeCreate or beforeSignIn.") var event: String
    @Argument(help: "Its address: https, or http on this machine.") var url: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.setHook(event: event, url: url, project: project.project)
        try admin.show(try await admin.ask(request, for: [HookDescription].self)) { $0.table }
    }
}
