import ArgumentParser

struct UsersGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Show an account.")

    @OptionGroup var user: UserArgument
    @OptionGroup var place: RealmOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(place.project.project)/users/\(user.who)", query: ["tenantId": place.tenant])
        try admin.show(try await admin.send(call, for: UserDescription.self)) { $0.facts }
    }
}

extension UserDescription {
    fileprivate var facts: String {
        var facts = FactList()
        facts.add("uid", uid)
        facts.add("e-mail", email.map { $0 + (emailVerified ? " (verified)" : " (not verified)") })
        facts.add("name", displayName)
        facts.add("picture", photoURL)
        facts.add("phone", phoneNumber)
        facts.add("signs in with", shownMethods)
        facts.add("disabled", disabled)
        facts.add("deleted from", deleteAt.map(Terminal.text))
        facts.add("claims", customClaims)
        facts.add("created", Terminal.text(createdAt))
        facts.add("last sign-in", lastSignInAt.map(Terminal.text) ?? "never")
        facts.add("last refresh", lastRefreshAt.map(Terminal.text))
        facts.add("sessions", sessions.map(String.init))
        for identity in identities {
            let names = [identity.screenName, identity.displayName, identity.email].compactMap { $0 }.joined(separator: ", ")
            facts.add(identity.provider, "\(identity.rawID) at \(identity.origin)" + (names.isEmpty ? "" : " (\(names))"))
        }
        return facts.text
    }
}
