import ArgumentParser

struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys: the one that signs, and those that are published for tokens signed earlier.")

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.ask(.listSigningKeys, for: [SigningKeyDescription].self)) { $0.table }
    }
}
