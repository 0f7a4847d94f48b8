import ArgumentParser

struct DatabaseImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import JSON into a database.",
        discussion: """
            Accepts exports of this tool and the Firebase console. Atomic; fails if there is existing data, unless you use --force.
            """)

    @Argument(help: "The input file, or - for standard input.") var file: String
    @Option(help: "The path to import to.") var path = "/"
    @Flag(help: "Replace existing data.") var force = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let source = try PiecewiseFile(file, showing: "read")
        let call = AdminCall(
            .put, database.path("data"), query: ["path": path, "onlyIfEmpty": force ? nil : "true"], body: .pieces { try source.next() })
        try admin.show(try await admin.upload(call)) { "\(Count.text($0.bytes, "byte")) imported from \(source.name)." }
    }
}
