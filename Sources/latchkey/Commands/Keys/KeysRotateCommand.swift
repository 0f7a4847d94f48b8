import ArgumentParser

struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Sign with a new key from now on.",
        discussion: """
            The old keys stay published until their last token has expired, so nobody is signed out. A running server follows at once.
            """)

    @Option(help: "RS256, which every Firebase verifier reads, or ES256, which costs less to sign (default: as before).")
    var algorithm: String?
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.rotateSigningKeys(algorithm: algorithm)
        try admin.show(try await admin.ask(request, for: [SigningKeyDescription].self)) { $0.table }
    }
}
