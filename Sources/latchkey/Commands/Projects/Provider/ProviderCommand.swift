import ArgumentParser
import LatchkeyProviders

struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Manage a project's sign-in providers.",
        subcommands: [ProviderSetCommand.self, ProviderEnableCommand.self, ProviderDisableCommand.self, ProviderShowCommand.self])
}

/// The argument for the provider.
struct ProviderArgument: ParsableArguments {
    @Argument(help: "The provider: \(ProviderKind.knownNames).") var provider: String
}

extension ProviderDescription {
    /// One line per fact, with the callback URLs last.
    var facts: String {
        var facts = FactList()
        facts.add("provider", id)
        facts.add("project", project)
        if configured { addConfiguration(to: &facts) } else { facts.add("state", "not configured") }
        if !configured {
            if let console { facts.add("register at", console) }
            for (number, step) in setup.enumerated() { facts.add("step \(number + 1)", step) }
        }
        for callback in callbacks where callback.answered {
            facts.add("callback URL", (callback.url ?? "<public URL>" + callback.path) + "  (register this URL with the provider)")
        }
        for callback in callbacks where !callback.answered {
            facts.add("not supported yet", (callback.url ?? "<public URL>" + callback.path) + "  (\(callback.generation))")
        }
        guard callbacks.contains(where: { $0.url == nil }) else { return facts.text }
        return facts.text + "\n\nTo show the public URL, start the server or set it with LATCHKEY_PUBLIC_URL or in the settings file."
    }

    private func addConfiguration(to facts: inout FactList) {
        facts.add("enabled", enabled)
        facts.add("key", clientID)
        facts.add("secret", secret.isEmpty ? "none (public client)" : "set (never shown)")
        if let issuer {
            facts.add("issuer", issuer)
            facts.add("accepted clients", acceptedClientIDs.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") } ?? "only the key")
        }
        if issuer == nil || apiOrigin != issuer {
            facts.add("api-origin", apiOrigin)
            facts.add("web-origin", webOrigin)
        }
        for (name, value) in (parameters ?? [:]).sorted(by: { $0.key < $1.key }) { facts.add(name, value) }
        facts.add("scopes", scopes.isEmpty ? "the provider's default" : scopes.joined(separator: ", "))
        facts.add("trust-for-takeover", trustedForTakeover)
        if let updatedAt { facts.add("changed", Terminal.text(updatedAt)) }
    }
}
