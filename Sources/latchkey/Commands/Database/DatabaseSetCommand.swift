import ArgumentParser

struct DatabaseSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Put JSON in place of what is at a path.",
        discussion: "What is there goes, null removes it. Priorities and server values mean what they mean to Firebase.")

    @Argument(help: "The path, for example /users/ada.") var path: String
    @Argument(help: "The file with the JSON, or - for standard input.") var file: String
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let source = try PiecewiseFile(file)
        let ask = DatabaseUpload(database: database.name, path: path, onlyIfEmpty: false)
        let bytes = try await admin.explaining { try await $0.upload(ask) { try source.next() } }
        try admin.show(["bytes": bytes]) { _ in "\(path) is set." }
    }
}
