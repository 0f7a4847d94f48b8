import ArgumentParser

struct TemplateResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reset", abstract: "Restore the built-in template.")

    @OptionGroup var template: TemplateArguments
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete(template.path)
        try admin.show(try await admin.send(call, for: TemplateDescription.self)) { $0.facts }
    }
}
