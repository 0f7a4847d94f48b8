import ArgumentParser

struct KeysRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Replace the signing keys with new ones.",
        discussion: """
            ID tokens and session cookies each have their own signing key. The old key stays published until its last token has expired and caches \
            have had a day to update: that of ID tokens for 25 hours, that of session cookies for 15 days. Therefore no user is signed out. A \
            running server uses the new keys at once.
            """)

    @Option(help: "The key to replace: id-token or session-cookie (default: both).") var purpose: String?
    @Option(help: "The algorithm: RS256, which all Firebase verifiers support, or ES256, which signs faster (default: unchanged).")
    var algorithm: String?
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.post("/v2/signingKeys:rotate", KeyRotationRequest(algorithm: algorithm, purpose: purpose))
        try admin.show(try await admin.send(call, for: [SigningKeyDescription].self)) { $0.table }
    }
}
