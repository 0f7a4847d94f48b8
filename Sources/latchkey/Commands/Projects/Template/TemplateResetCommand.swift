import ArgumentParser

struct TemplateResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reset", abstract: "Restore the built-in template.")

    @OptionGroup var template: TemplateArguments
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.resetTemplate(
            kind: template.kind, language: template.language, project: template.project.project)
        try admin.show(try await admin.send(request, for: TemplateDescription.self)) { $0.facts }
    }
}
