import ArgumentParser
import Foundation

struct TemplateSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Put a project's own words in place of Latchkey's.",
        discussion: """
            What is not named stays. A template that cannot be filled in, or lacks the link or the code that the message is for, is \
            refused. An empty HTML file means: make it from the text.
            """)

    @OptionGroup var template: TemplateArguments
    @Option(help: "One line.") var subject: String?
    @Option(help: ArgumentHelp("The text; - for standard input.", valueName: "file")) var textFile: String?
    @Option(help: ArgumentHelp("A whole HTML document; - for standard input.", valueName: "file")) var htmlFile: String?
    @Flag(help: "Only show what it would look like.") var preview = false
    @OptionGroup var admin: AdminOptions

    private static let maxBytes = 262_144

    func validate() throws {
        if subject == nil, textFile == nil, htmlFile == nil { throw ValidationError("Name at least one of subject, text and HTML.") }
        if textFile == "-", htmlFile == "-" { throw ValidationError("Standard input can be one of the two.") }
    }

    func run() async throws {
        let change = TemplateChange(subject: subject, text: try read(textFile), html: try read(htmlFile))
        let request = AdminRequest.changeTemplate(
            kind: template.kind, language: template.language, project: template.project.project, change: change, saving: !preview)
        try admin.show(try await admin.ask(request, for: TemplateDescription.self)) { $0.facts }
    }

    private func read(_ path: String?) throws -> String? {
        guard let path else { return nil }
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        guard let handle else { throw Failure("\(path) cannot be read.") }
        var bytes = Data()
        while bytes.count <= Self.maxBytes, let part = try? handle.read(upToCount: Self.maxBytes), !part.isEmpty { bytes += part }
        guard bytes.count <= Self.maxBytes, let text = String(data: bytes, encoding: .utf8) else {
            throw Failure("\(path) is longer than \(Self.maxBytes) bytes or not UTF-8.")
        }
        return text
    }
}
