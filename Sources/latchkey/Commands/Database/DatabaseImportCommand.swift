import ArgumentParser

struct DatabaseImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Fill a database from JSON, as `latchkey database export` and Firebase's console write it.",
        discussion: """
            All of it is there at once, or nothing. Where there is something already it is refused, unless --force replaces that.
            """)

    @Argument(help: "The file, or - for standard input.") var file: String
    @Option(help: "Where to put it, in place of the whole database.") var path = "/"
    @Flag(help: "Replace what is there.") var force = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let source = try PiecewiseFile(file, showing: "read")
        let ask = DatabaseUpload(database: database.name, path: path, onlyIfEmpty: !force)
        let bytes = try await admin.explaining { try await $0.upload(ask) { try source.next() } }
        try admin.show(["bytes": bytes]) { _ in "\(bytes) bytes imported from \(source.name)." }
    }
}
