import ArgumentParser

struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the signing keys, and the keys that are still published for earlier tokens.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.get("/v2/signingKeys"), for: [SigningKeyDescription].self)) { $0.table }
    }
}
