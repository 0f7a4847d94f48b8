import ArgumentParser

struct DatabaseExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a database as JSON, as it is at one moment, priorities included.",
        discussion: "The file appears when it is complete, and only its owner can read it.")

    @Argument(help: "The file to write, or - for standard output.") var file: String
    @Option(help: "What to write, in place of the whole database.") var path = "/"
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let output = try PrivateOutput(file)
        var bytes = 0
        var progress = MovingProgress("written", total: nil, unit: "MB")
        try await admin.explaining { client in
            try await client.download(.read(database.name, path: path, form: .init(isExport: true))) { piece in
                try output.write(piece)
                bytes += piece.count
                progress.show(count: bytes / 1_000_000, done: 0)
            }
        }
        progress.finish(count: bytes / 1_000_000, done: 0)
        if file == "-" { try output.write("\n") }
        try output.finish()
        if output.isFile { try admin.show(["bytes": bytes]) { _ in "\(bytes) bytes written to \(file)." } }
    }
}
