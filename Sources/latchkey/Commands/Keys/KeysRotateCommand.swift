import ArgumentParser

struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Replace the signing key with a new one.",
        discussion: """
            Old keys stay published until their last token expires, so no user is signed out. A running server uses the new key at once.
            """)

    @Option(help: "The algorithm: RS256, which all Firebase verifiers support, or ES256, which signs faster (default: unchanged).")
    var algorithm: String?
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.post("/v2/signingKeys:rotate", KeyRotationRequest(algorithm: algorithm))
        try admin.show(try await admin.send(call, for: [SigningKeyDescription].self)) { $0.table }
    }
}
