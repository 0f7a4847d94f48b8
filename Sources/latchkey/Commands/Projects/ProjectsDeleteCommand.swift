import ArgumentParser

struct ProjectsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a project with its accounts and databases.",
        discussion: """
            The project does not exist from this moment on: its clients are disconnected, and its API keys and service accounts are refused. \
            The server removes the data in the background, and continues after a restart. The ID is free again when everything is removed. \
            Events of the audit log stay as long as keep-events says, with pseudonyms in place of UIDs. Backups keep the project. The project \
            "default" cannot be deleted.
            """)

    @Argument(help: "The project ID.") var project: String
    @Flag(help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        if !yes {
            let size = try await admin.send(.get("/v2/projects/\(project)/size"), for: ProjectSize.self)
            Terminal.printError(
                """
                Deletes the project \(project) with \(Count.text(size.accounts, "account")) and \(Count.text(size.databases, "database")) \
                (\(Removal.text(bytes: size.databaseBytes))), and its providers, keys, tenants and messages. Only a backup can restore them.
                """)
            guard Terminal.confirms("Delete \(project)?") else { throw Failure("Nothing was changed. Confirm with --yes.") }
        }
        try admin.show(try await admin.send(.delete("/v2/projects/\(project)"), for: Removal.self)) { removal in
            "Deleted the project \(removal.name). \(removal.rest)"
        }
    }
}

extension Removal {
    /// What happens to the data.
    var rest: String {
        isRunning
            ? "The server removes its data in the background; the name is free after that."
            : "The server removes its data at its next start; the name is free after that."
    }

    static func text(bytes: Int) -> String {
        switch bytes {
        case ..<1024: Count.text(bytes, "byte")
        case ..<1_048_576: "\(bytes / 1024) KiB"
        default: "\(bytes / 1_048_576) MiB"
        }
    }
}
