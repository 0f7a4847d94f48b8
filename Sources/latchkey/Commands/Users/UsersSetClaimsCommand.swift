import ArgumentParser

struct UsersSetClaimsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-claims", abstract: "Set the custom claims of an account, which its ID tokens contain.",
        discussion: "The claims replace all earlier ones. New ID tokens contain them; current ones keep theirs for an hour at most.")

    @OptionGroup var user: UserArgument
    @Argument(help: ArgumentHelp("A JSON object of at most 1000 characters; {} removes all claims.", valueName: "claims")) var claims:
        String
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let change = UserChange(customClaims: claims)
        try await admin.change(user, in: place, change) { "Set the claims of \($0.uid): \($0.customClaims ?? "none")." }
    }
}
