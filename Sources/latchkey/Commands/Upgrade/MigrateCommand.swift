import ArgumentParser
import Foundation
import LatchkeyPostgres
import LatchkeySecrets

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Upgrade the schema of a store in PostgreSQL to this version of the program.",
        discussion: """
            Run it with the new version before you upgrade the nodes one after the other. If nodes of the previous version could not \
            continue, the command changes nothing and tells you to stop them. A node that starts makes the same changes, so the command is \
            optional.
            """)

    @OptionGroup var admin: AdminOptions

    struct Result: Codable {
        var version: String
        var applied: [String]
        /// The steps that the command added.
        var added: [String]
    }

    func run() async throws {
        do {
            let settings = try await admin.settings(ProcessInfo.processInfo.environment)
            guard case .postgres(let uri, let password) = settings.store else {
                throw Failure("The store is in the data folder. The server upgrades it when it starts.")
            }
            let upgrade = try PostgresUpgrade.run(onStoreAt: uri.expose(), password: password)
            try admin.show(Result(version: Latchkey.version, applied: upgrade.applied, added: upgrade.pending)) { result in
                guard !result.added.isEmpty else { return "The store already has the schema of version \(result.version)." }
                return "Added to the schema of the store: \(result.added.joined(separator: ", "))."
            }
        } catch {
            throw Failure(Failure.text(for: error))
        }
    }
}
