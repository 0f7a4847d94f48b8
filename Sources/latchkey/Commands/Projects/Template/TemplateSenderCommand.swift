import ArgumentParser

struct TemplateSenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sender",
        abstract: "Set the sender and the default language of a project's mails.",
        discussion: "Omitted settings are not changed; an empty value restores the default. The mail server must accept the address.")

    @Option(help: "The sender's name.") var name: String?
    @Option(help: "The sender's address.") var address: String?
    @Option(help: "The reply-to address.") var replyTo: String?
    @Option(help: "The default language, for example de.") var language: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if change == SenderChange() { throw ValidationError("Specify at least one setting; see --help.") }
    }

    func run() async throws {
        let call = try AdminCall.patch("/v2/projects/\(project.project)/messages", change)
        try admin.show(try await admin.send(call, for: MessageSettingsDescription.self)) { $0.facts }
    }

    private var change: SenderChange {
        SenderChange(name: name, address: address, replyTo: replyTo, language: language)
    }
}
