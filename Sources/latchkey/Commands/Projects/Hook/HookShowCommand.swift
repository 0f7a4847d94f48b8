import ArgumentParser

struct HookShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a project's hooks.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.showHooks(project: project.project)
        try admin.show(try await admin.send(request, for: [HookDescription].self)) { $0.table }
    }
}
