import ArgumentParser

struct ProjectsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a project's settings.")

    @Argument(help: "The project ID.") var project = "default"
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.ask(.showProject(id: project), for: ProjectDescription.self)) { $0.facts }
    }
}

extension ProjectDescription {
    /// One line per setting, with the name of its option.
    var facts: String {
        var facts = FactList()
        facts.add("project", id)
        facts.add("name", name)
        facts.add("number", number)
        facts.add("created", Terminal.text(createdAt))
        facts.add("one-account-per-email", oneAccountPerEmail)
        facts.add("enumeration-protection", enumerationProtection)
        facts.add("password-sign-in", passwordSignIn)
        facts.add("email-link-sign-in", emailLinkSignIn)
        facts.add("anonymous-sign-in", anonymousSignIn)
        facts.add("phone-sign-in", phoneSignIn)
        facts.add("sms-second-factor", smsSecondFactor)
        facts.add("totp-second-factor", totpSecondFactor)
        facts.add("sign-up", signUp)
        facts.add("recent-sign-in-seconds", String(recentSignInSeconds))
        facts.add("sign-ups-per-hour", signUpsPerHour == 0 ? "no limit" : String(signUpsPerHour))
        facts.add("sms-per-day", smsPerDay == 0 ? "no limit" : String(smsPerDay))
        facts.add("new-network-mails", newNetworkMails)
        facts.add("legacy-session-seconds", legacySessionSeconds == 0 ? "no limit" : String(legacySessionSeconds))
        facts.add("reverse-auth", reverseAuth)
        facts.add("legacy-routes", legacyRoutes)
        facts.add("provider requests", providerRequests.isEmpty ? "none" : providerRequests.joined(separator: ", "))
        facts.add(passwordPolicy)
        facts.add("authorized domains", authorizedDomains.isEmpty ? "none" : authorizedDomains.joined(separator: ", "))
        facts.add("providers", providers.isEmpty ? "none" : providers.joined(separator: ", "))
        facts.add("API keys", apiKeys.isEmpty ? "none" : apiKeys.joined(separator: ", "))
        return facts.text
    }
}
