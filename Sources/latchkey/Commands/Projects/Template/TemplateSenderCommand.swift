import ArgumentParser

struct TemplateSenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sender",
        abstract: "Set from whom a project's mails come, and in which language they are for people who asked for none.",
        discussion: "What is not named stays; an empty text means the server's own again. The mail server has to accept the address.")

    @Option(help: "The name before the address.") var name: String?
    @Option(help: "The address that mails come from.") var address: String?
    @Option(help: "The address that answers go to.") var replyTo: String?
    @Option(help: "The language for people who asked for none, for example de.") var language: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if change == SenderChange() { throw ValidationError("Name at least one setting; --help lists them.") }
    }

    func run() async throws {
        let request = AdminRequest.changeSender(project: project.project, change: change)
        try admin.show(try await admin.ask(request, for: MessageSettingsDescription.self)) { $0.facts }
    }

    private var change: SenderChange {
        SenderChange(name: name, address: address, replyTo: replyTo, language: language)
    }
}
