import ArgumentParser

struct HookShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a project's hooks.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(project.project)/hooks")
        try admin.show(try await admin.send(call, for: [HookDescription].self)) { $0.table }
    }
}
