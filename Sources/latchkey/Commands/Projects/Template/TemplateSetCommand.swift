import ArgumentParser
import Foundation

struct TemplateSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Replace a built-in template with a custom one.",
        discussion: """
            Omitted parts are not changed. A template is rejected if it cannot be rendered or lacks the link or code of the message. \
            With an empty HTML file, the HTML is generated from the text.
            """)

    @OptionGroup var template: TemplateArguments
    @Option(help: "The subject line.") var subject: String?
    @Option(help: ArgumentHelp("The text file, or - for standard input.", valueName: "file")) var textFile: String?
    @Option(help: ArgumentHelp("A complete HTML document, or - for standard input.", valueName: "file")) var htmlFile: String?
    @Flag(help: "Show a preview without saving.") var preview = false
    @OptionGroup var admin: AdminOptions

    private static let maxBytes = 262_144

    func validate() throws {
        if subject == nil, textFile == nil, htmlFile == nil { throw ValidationError("Specify a subject, text or HTML file.") }
        if textFile == "-", htmlFile == "-" { throw ValidationError("Only one file can be standard input.") }
    }

    func run() async throws {
        let change = TemplateChange(subject: subject, text: try read(textFile), html: try read(htmlFile))
        let call = try AdminCall.patch(template.path, query: ["validateOnly": preview ? "true" : nil], change)
        try admin.show(try await admin.send(call, for: TemplateDescription.self)) { $0.facts }
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
