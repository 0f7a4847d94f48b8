import ArgumentParser

struct UsersCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an account.",
        discussion: """
            With --with-password or --password-file, the account gets a password, which is read from standard input or the file, never from \
            the arguments.
            """)

    @Option(help: "The UID (default: a random one).") var uid: String?
    @Option(help: ArgumentHelp("The e-mail address.", valueName: "address")) var email: String?
    @Flag(help: "The address belongs to the user.") var emailVerified = false
    @Option(help: ArgumentHelp("The phone number, in the form +491701234567.", valueName: "number")) var phone: String?
    @Option(help: ArgumentHelp("The name.", valueName: "name")) var displayName: String?
    @Flag(help: "Read a password from standard input.") var withPassword = false
    @OptionGroup var source: PasswordSource
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let needsPassword = withPassword || source.passwordFile != nil
        let user = NewUser(
            uid: uid, email: email, emailVerified: emailVerified, password: needsPassword ? TransitSecret(try source.password()) : nil,
            phoneNumber: phone, displayName: displayName)
        let call = try AdminCall.post("/v2/projects/\(place.project.project)/users", query: ["tenantId": place.tenant], user)
        try admin.show(try await admin.send(call, for: UserDescription.self)) { Visible.text("Created \($0.uid).") }
    }
}

extension AdminOptions {
    /// Changes an account and prints the result.
    func change(
        _ user: UserArgument, in place: RealmOptions, _ change: UserChange, text: (UserDescription) -> String
    ) async throws {
        let call = try AdminCall.patch(
            "/v2/projects/\(place.project.project)/users/\(user.who)", query: ["tenantId": place.tenant], change)
        try show(try await send(call, for: UserDescription.self)) { Visible.text(text($0)) }
    }
}
