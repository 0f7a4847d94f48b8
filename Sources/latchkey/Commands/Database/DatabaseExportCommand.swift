import ArgumentParser

struct DatabaseExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a consistent snapshot of a database as JSON, including priorities.",
        discussion: "The file is created when the export is complete. Only its owner can read it.")

    @Argument(help: "The output file, or - for standard output.") var file: String
    @Option(help: "The path to export.") var path = "/"
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let output = try PrivateOutput(file)
        var bytes = 0
        var progress = MovingProgress("written", total: nil, unit: "MB")
        try await admin.download(.get(database.path("data"), query: ["path": path, "export": "true"])) { piece in
            try output.write(piece)
            bytes += piece.count
            progress.show(count: bytes / 1_000_000, done: 0)
        }
        progress.finish(count: bytes / 1_000_000, done: 0)
        if file == "-" { try output.write("\n") }
        try output.finish()
        if output.isFile { try admin.show(["bytes": bytes]) { _ in "\(Count.text(bytes, "byte")) written to \(file)." } }
    }
}
