import ArgumentParser
import Foundation

struct DatabaseGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the data at a path as JSON.", discussion: "Prints null for no data. --json has no effect.")

    @Argument(help: "The path, for example /users/ada, or / for the entire database.") var path: String
    @Flag(help: "Print only the keys of an object.") var shallow = false
    @Flag(help: "Format the JSON with one member per line.") var pretty = false
    @Flag(help: "Include priorities, and never print arrays.") var export = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if shallow, export { throw ValidationError("--shallow and --export cannot be used together.") }
    }

    func run() async throws {
        let output = try PrivateOutput("-")
        func flag(_ isSet: Bool) -> String? { isSet ? "true" : nil }
        let query: AdminCall.Query = ["path": path, "export": flag(export), "shallow": flag(shallow), "pretty": flag(pretty)]
        try await admin.download(.get(database.path("data"), query: query)) { try output.write($0) }
        try output.write("\n")
    }
}
