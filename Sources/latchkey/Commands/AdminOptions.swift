import ArgumentParser

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which data folder a command looks after, and for whom it prints.
struct AdminOptions: ParsableArguments {
    @Option(help: "The data folder (default: ./latchkey-data, with --sandbox ./latchkey-sandbox).") var data: String?
    @Flag(help: "Use the sandbox's folder, unless --data names one.") var sandbox = false
    @Option(help: "A YAML file with the server's settings, which may name the folder.") var config: String?
    @Option(help: "The file with the master key (default: master.key in the data folder).") var masterKeyFile: String?
    @Flag(help: "Print JSON.") var json = false

    /// The options that say which store is meant, as they were given: for commands that are shown to be run next.
    var folderOptions: [String] {
        let options = [("--data", data), ("--config", config), ("--master-key-file", masterKeyFile)]
        return (sandbox ? ["--sandbox"] : []) + options.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }

    /// Has a request executed: by the server that runs on the folder, else by this process.
    func ask<Answer: Decodable>(_ request: AdminRequest, for type: Answer.Type) async throws -> Answer {
        try await explaining { try await $0.ask(request, for: type) }
    }

    /// Has several requests executed, as ``ask(_:for:)`` does with one.
    func converse<Result: Sendable>(_ body: (AdminConversation) async throws -> Result) async throws -> Result {
        try await explaining { try await $0.converse(body) }
    }

    /// Does something with a folder, and says for people what goes wrong.
    func explaining<Result>(_ body: (AdminClient) async throws -> Result) async throws -> Result {
        let environment = ProcessInfo.processInfo.environment
        do {
            var reader = reader(environment)
            return try await body(
                AdminClient(settings: try reader.folder(), environment: environment, mail: { [reader] in try reader.mail() }))
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

    private func reader(_ environment: [String: String]) -> SettingsReader {
        let flags = [("data", data), ("sandbox", sandbox ? "true" : nil), ("master-key-file", masterKeyFile)]
        return SettingsReader(
            flags: Dictionary(uniqueKeysWithValues: flags.compactMap { key, value in value.map { (key, $0) } }), environment: environment,
            file: config ?? environment["LATCHKEY_CONFIG"])
    }

    /// Prints an answer for a program or for a person.
    func show<Answer: Encodable>(_ answer: Answer, text: (Answer) -> String) throws {
        if json { try Terminal.print(json: answer) } else { Terminal.print(text(answer)) }
    }
}

/// The project that a command is about.
struct ProjectOption: ParsableArguments {
    @Option(name: .long, help: "The project.") var project = "default"
}

/// An option that is switched one way or the other.
enum YesNo: String, ExpressibleByArgument, CaseIterable {
    case yes
    case no

    var isYes: Bool { self == .yes }
}
