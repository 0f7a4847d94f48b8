import ArgumentParser

struct MasterKeyRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Replace the master key, and encrypt all secrets with the new one.",
        discussion: effect)

    @Flag(help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var admin: AdminOptions

    private static let effect = """
        The server writes a new key to the file of the master key and uses it at once. In the background, it encrypts all secrets with the \
        new key; no user notices. An interrupted replacement continues after a restart. When no secret uses the previous key, the server \
        removes it from master.key in the data folder; from another file, you remove its second line yourself. If the key comes from a \
        command, a file descriptor, systemd's credentials or LATCHKEY_MASTER_KEY, provide both keys there, the new one in the first line, \
        and restart the server.

        Existing backups need the previous key: copy it before you rotate, and keep it as long as you keep them. If the previous key and \
        the database were stolen together, also replace the secrets themselves, such as signing keys and client secrets.
        """

    func run() async throws {
        let present = try await admin.send(.get("/v2/masterKey"), for: MasterKeyDescription.self)
        if !yes {
            Terminal.printError(Self.effect)
            guard Terminal.confirms("Replace the master key \(present.id) from \(present.source)?") else {
                throw Failure("Nothing was changed. Confirm with --yes.")
            }
        }
        try admin.show(try await admin.send(.post("/v2/masterKey:rotate"), for: MasterKeyDescription.self)) {
            ($0.lines + ["Copy the new key now; backups from now on need it."]).joined(separator: "\n")
        }
    }
}
