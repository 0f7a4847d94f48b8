import ArgumentParser
import Foundation

struct DatabaseGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print what is at a path as JSON.", discussion: "Nothing is null. --json changes nothing here.")

    @Argument(help: "The path, for example /users/ada; / for everything.") var path: String
    @Flag(help: "Of an object print the keys alone.") var shallow = false
    @Flag(help: "A line for each member.") var pretty = false
    @Flag(help: "With priorities, and nothing as array.") var export = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if shallow, export { throw ValidationError("--shallow and --export cannot be used together.") }
    }

    func run() async throws {
        let output = try PrivateOutput("-")
        let form = DatabaseDownload.Form(isExport: export, isShallow: shallow, isPretty: pretty)
        try await admin.explaining { client in
            try await client.download(.read(database.name, path: path, form: form)) { try output.write($0) }
        }
        try output.write("\n")
    }
}
