import ArgumentParser

struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Manage a project's message templates and sender.",
        discussion: """
            Latchkey has built-in templates for all messages in several languages. A project can replace them with Mustache \
            templates: {{project}}, {{displayName}}, {{email}}, {{newEmail}}, {{link}} and {{code}} are replaced, and \
            {{#displayName}}…{{/displayName}} is omitted for users without a display name.
            """,
        subcommands: [TemplateShowCommand.self, TemplateSetCommand.self, TemplateResetCommand.self, TemplateSenderCommand.self])
}

/// The arguments for the template.
struct TemplateArguments: ParsableArguments {
    @Argument(help: "The kind of message, for example password_reset.") var kind: String
    @Option(help: "The language, for example de.") var language = "en"
    @OptionGroup var project: ProjectOption

    var path: AdminCall.Path { "/v2/projects/\(project.project)/messages/\(kind)/\(language)" }
}

extension TemplateDescription {
    /// The template, and its rendering with sample values.
    var facts: String {
        var facts = FactList()
        facts.add("kind", kind)
        facts.add("language", language)
        facts.add("template", own ? "custom" : "built-in")
        facts.add("HTML", html == nil ? "generated from the text" : "custom")
        facts.add("subject", subject)
        return """
            \(facts.text)

            \(Terminal.paragraphs(text))

            --- preview ---
            \(Visible.text(preview.subject))

            \(Terminal.paragraphs(preview.text))
            """
    }
}
