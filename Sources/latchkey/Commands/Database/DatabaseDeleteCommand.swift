import ArgumentParser

struct DatabaseDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a database, or empty the default database of a project.",
        discussion: """
            A deleted database does not exist from this moment on, with its rules and settings: its clients are disconnected. The server \
            removes the data in the background, and continues after a restart. The name is free again when everything is removed. \
            The default database belongs to its project and is emptied instead: clients stay connected, and rules and settings stay.
            """)

    @Argument(help: "The database. The default database has the ID of its project.") var name: String
    @OptionGroup var project: ProjectOption
    @Flag(help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        if !yes {
            let size = try await admin.send(
                .get("/v2/projects/\(project.project)/databases/\(name)/size"), for: DatabaseSize.self)
            let act = size.isProjectsOwn ? "Removes all data of the default database" : "Deletes the database"
            Terminal.printError("\(act) \(name) (\(Removal.text(bytes: size.bytes))). Only a backup can restore it.")
            guard Terminal.confirms("Delete \(name)?") else { throw Failure("Nothing was changed. Confirm with --yes.") }
        }
        let call = AdminCall.delete("/v2/projects/\(project.project)/databases/\(name)")
        try admin.show(try await admin.send(call, for: Removal.self)) { removal in
            removal.isEmptied == true
                ? "Emptied the default database \(removal.name)." : "Deleted the database \(removal.name). \(removal.rest)"
        }
    }
}
