import ArgumentParser

struct TemplateShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a message template and a preview.",
        discussion: "Without a kind, shows the sender, the kinds of messages, and the custom templates.")

    @Argument(help: "The kind of message, for example password_reset.") var kind: String?
    @Option(help: "The language, for example de.") var language = "en"
    @Flag(help: "Print only the HTML of the preview.") var html = false
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        guard let kind else {
            let call = AdminCall.get("/v2/projects/\(project.project)/messages")
            return try admin.show(try await admin.send(call, for: MessageSettingsDescription.self)) { $0.facts }
        }
        let call = AdminCall.get("/v2/projects/\(project.project)/messages/\(kind)/\(language)")
        let template = try await admin.send(call, for: TemplateDescription.self)
        if html { return Terminal.print(template.preview.html) }
        try admin.show(template) { $0.facts }
    }
}

extension MessageSettingsDescription {
    var facts: String {
        var facts = FactList()
        facts.add("project", project)
        facts.add("sender name", senderName ?? "the server's default")
        facts.add("sender address", senderAddress ?? "the server's default (mail-from)")
        facts.add("reply-to", replyTo ?? "none")
        facts.add("language", language)
        facts.add("kinds", kinds.joined(separator: ", "))
        facts.add("languages", languages.joined(separator: ", "))
        facts.add("custom templates", own.isEmpty ? "none" : own.map { "\($0.kind) (\($0.language))" }.joined(separator: ", "))
        return facts.text
    }
}
