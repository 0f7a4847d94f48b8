import ArgumentParser

struct KeysRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Remove a signing key at once, for example because it leaked.",
        discussion: effect)

    @Argument(help: ArgumentHelp("The key ID; see `latchkey keys list`.", valueName: "key-id")) var key: String
    @Flag(help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var admin: AdminOptions

    private static let effect = """
        The server refuses the ID tokens or session cookies that the key signed. Apps get new ID tokens with their refresh tokens; users \
        with a session cookie must sign in again. If the key signs, a new key of the same purpose and algorithm replaces it. Back ends that \
        verify tokens themselves accept the old key until they fetch the published keys again, usually within an hour: restart them.
        """

    func run() async throws {
        if !yes {
            // A mistyped ID gets its error before the question.
            let keys = try await admin.send(.get("/v2/signingKeys"), for: [SigningKeyDescription].self)
            guard keys.contains(where: { $0.id == key }) else {
                throw Failure("There is no signing key \(key). `latchkey keys list` lists them.")
            }
            Terminal.printError(Self.effect)
            guard Terminal.confirms("Revoke \(key)?") else { throw Failure("Nothing was changed. Confirm with --yes.") }
        }
        let call = AdminCall.delete("/v2/signingKeys/\(key)")
        try admin.show(try await admin.send(call, for: [SigningKeyDescription].self)) { $0.table }
    }
}
