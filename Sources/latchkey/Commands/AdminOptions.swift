import ArgumentParser
import Foundation

/// The options for the data folder and the output format.
struct AdminOptions: ParsableArguments {
    @Option(help: "The data folder (default: ./latchkey-data, with --sandbox ./latchkey-sandbox).") var data: String?
    @Option(help: ArgumentHelp("The PostgreSQL database of the server, if its store is not in the data folder.", valueName: "uri"))
    var store: String?
    @Option(help: "The file with the database user's password (default: LATCHKEY_STORE_PASSWORD, or PostgreSQL's own).")
    var storePasswordFile: String?
    @Flag(help: "Use the sandbox's folder, unless --data is set.") var sandbox = false
    @Option(help: "A YAML file with the server's settings.") var config: String?
    @OptionGroup var masterKey: MasterKeyOptions
    @Flag(help: "Print the output as JSON.") var json = false

    /// The options that select the store, as given, for suggested commands. The URI of PostgreSQL may contain a password, so it is left out.
    var folderOptions: [String] {
        let options = [("--data", data), ("--config", config)] + masterKey.values.map { ("--" + $0, $1) }
        return (sandbox ? ["--sandbox"] : []) + options.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }

    /// Sends a call to the server that runs on the folder, or else executes it in this process.
    func send<Reply: Decodable>(_ call: AdminCall, for type: Reply.Type) async throws -> Reply {
        try await explaining { try await $0.send(call, for: type) }
    }

    /// Sends a call to the server that runs on the folder.
    ///
    /// - Returns: `nil` if there is none.
    func sendToServer<Reply: Decodable>(_ call: AdminCall, for type: Reply.Type) async throws -> Reply? {
        try await explaining { try await $0.sendToServer(call, for: type) }
    }

    /// Sends several calls, like ``send(_:for:)``.
    func converse<Result: Sendable>(_ body: (AdminConnection) async throws -> Result) async throws -> Result {
        try await explaining { try await $0.converse(body) }
    }

    /// Receives data of any size in pieces.
    func download(_ call: AdminCall, _ body: (_ piece: [UInt8]) async throws -> Void) async throws {
        try await converse { try await $0.transfer(call, body) }
    }

    /// Sends data of any size.
    func upload(_ call: AdminCall) async throws -> UploadedBytes {
        var reply: [UInt8] = []
        try await download(call) { reply += $0 }
        return try AdminJSON.decode(UploadedBytes.self, from: reply)
    }

    /// Runs an operation with a client, and converts its errors to readable messages.
    private func explaining<Result>(_ body: (AdminClient) async throws -> Result) async throws -> Result {
        let environment = ProcessInfo.processInfo.environment
        do {
            var reader = reader(environment)
            return try await body(
                AdminClient(settings: try reader.folder(), mail: { [reader] in try reader.mail() }))
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }

    func settings(_ environment: [String: String]) async throws -> FolderSettings {
        var reader = reader(environment)
        return try reader.folder()
    }

    /// - Parameter others: Flags of a command for settings of the server, by key.
    func reader(_ environment: [String: String], others: [(String, String?)] = []) -> SettingsReader {
        let flags =
            [("data", data), ("store", store), ("store-password-file", storePasswordFile), ("sandbox", sandbox ? "true" : nil)]
            + masterKey.values + others
        return SettingsReader(
            flags: Dictionary(uniqueKeysWithValues: flags.compactMap { key, value in value.map { (key, $0) } }), environment: environment,
            file: config ?? environment["LATCHKEY_CONFIG"])
    }

    /// Prints a response as JSON or as text.
    func show<Reply: Encodable>(_ reply: Reply, text: (Reply) -> String) throws {
        if json { try Terminal.print(json: reply) } else { Terminal.print(text(reply)) }
    }
}

/// The option for the project.
struct ProjectOption: ParsableArguments {
    @Option(name: .long, help: "The project ID.") var project = "default"
}

/// The value of a yes/no option.
enum YesNo: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no

    var isYes: Bool { self == .yes }
}
