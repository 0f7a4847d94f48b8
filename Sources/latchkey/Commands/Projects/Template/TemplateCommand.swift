import ArgumentParser

struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "Look after what a project's messages say, and from whom they come.",
        discussion: """
            Latchkey has words for every kind of message in several languages. A project may put its own in their place, as Mustache \
            templates: {{project}}, {{displayName}}, {{email}}, {{newEmail}}, {{link}} and {{code}} are filled in, and \
            {{#displayName}}…{{/displayName}} is left out where there is none.
            """,
        subcommands: [TemplateShowCommand.self, TemplateSetCommand.self, TemplateResetCommand.self, TemplateSenderCommand.self])
}

/// The words that a command is about.
struct TemplateArguments: ParsableArguments {
    @Argument(help: "The kind of message, for example password_reset.") var kind: String
    @Option(help: "The language, for example de.") var language = "en"
    @OptionGroup var project: ProjectOption
}

extension TemplateDescription {
    /// The template, and what becomes of it.
    var facts: String {
        var facts = FactList()
        facts.add("kind", kind)
        facts.add("language", language)
        facts.add("words", own ? "the project's own" : "Latchkey's")
        facts.add("HTML", html == nil ? "made from the text" : "of its own")
        facts.add("subject", subject)
        return """
            \(facts.text)

            \(Terminal.paragraphs(text))

            --- filled in ---
            \(Visible.text(preview.subject))

            \(Terminal.paragraphs(preview.text))
            """
    }
}
