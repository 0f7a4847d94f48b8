import ArgumentParser

struct DatabaseSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Replace the data at a path with JSON.",
        discussion: "Existing data at the path is deleted; null only deletes. Priorities and server values work as in Firebase.")

    @Argument(help: "The path, for example /users/ada.") var path: String
    @Argument(help: "The JSON file, or - for standard input.") var file: String
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let source = try PiecewiseFile(file)
        let call = AdminCall(.put, database.path("data"), query: ["path": path], body: .pieces { try source.next() })
        try admin.show(try await admin.upload(call)) { _ in "Data written to \(path)." }
    }
}
