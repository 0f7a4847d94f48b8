import ArgumentParser
import Foundation

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a server's store from its data folder to PostgreSQL, or back.",
        discussion: """
            Stop the server first. Everything is copied, and both stores are compared at the end. The source keeps its data. An interrupted \
            move continues when the command is run again with the same arguments. No user is signed out, because sessions and keys are \
            moved too. The data folder keeps the master key, which the server still needs.
            """)

    @Option(help: ArgumentHelp("The data folder, or the URI of the PostgreSQL database, with the store.", valueName: "folder or uri"))
    var from: String
    @Option(help: ArgumentHelp("The URI of an empty PostgreSQL database, or a data folder without a store.", valueName: "uri or folder"))
    var to: String
    @Option(help: "The file with the database user's password (default: LATCHKEY_STORE_PASSWORD, or PostgreSQL's own).")
    var storePasswordFile: String?
    @Option(help: "A YAML file with the server's settings, such as the source of the master key.") var config: String?
    @OptionGroup var masterKey: MasterKeyOptions
    @Flag(help: "Print the output as JSON.") var json = false

    func validate() throws {
        switch (Self.isDatabase(from), Self.isDatabase(to)) {
        case (true, true): throw ValidationError("--from or --to must be a data folder. Copy a PostgreSQL database with pg_dump.")
        case (false, false):
            throw ValidationError(
                "--from or --to must have the form postgres://user@host/database. Copy a data folder with `latchkey backup`.")
        default: break
        }
    }

    private static func isDatabase(_ place: String) -> Bool { ["postgres://", "postgresql://"].contains(where: place.hasPrefix) }

    func run() async throws {
        let isToFolder = Self.isDatabase(from)
        let environment = ProcessInfo.processInfo.environment
        let flags =
            [("data", isToFolder ? to : from), ("store", isToFolder ? from : to), ("store-password-file", storePasswordFile)]
            + masterKey.values
        var reader = SettingsReader(
            flags: Dictionary(uniqueKeysWithValues: flags.compactMap { key, value in value.map { (key, $0) } }), environment: environment,
            file: config ?? environment["LATCHKEY_CONFIG"])
        do {
            let settings = try reader.folder()
            guard case .postgres(let uri, let password) = settings.store else { throw Failure("The PostgreSQL database is missing.") }
            let result = try await FolderMove(settings: settings, uri: uri, password: password, isToFolder: isToFolder).run()
            if json { try Terminal.print(json: result) } else { Terminal.print(result.text) }
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }
}

extension FolderMove.Result {
    fileprivate var text: String {
        var lines = [
            "Moved \(Count.text(accounts, "account")) and \(Count.text(databases, "database")) (\(Count.text(rows, "row"))) to \(target)."
        ]
        if resumedRows > 0 { lines.append("\(Count.text(resumedRows, "row was", "rows were")) already there.") }
        lines.append("Both stores were compared and are equal.")
        lines.append(next)
        return lines.joined(separator: "\n")
    }
}
