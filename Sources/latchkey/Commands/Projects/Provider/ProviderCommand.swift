import ArgumentParser
import LatchkeyServer

struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider", abstract: "Look after the providers with which people sign in.",
        subcommands: [ProviderSetCommand.self, ProviderEnableCommand.self, ProviderDisableCommand.self, ProviderShowCommand.self])
}

/// The provider that a command is about.
struct ProviderArgument: ParsableArguments {
    @Argument(help: "The provider: \(ProviderKind.knownNames).") var provider: String
}

extension ProviderDescription {
    /// One line per fact, the callback URLs last.
    var facts: String {
        var facts = FactList()
        facts.add("provider", id)
        facts.add("project", project)
        if configured { addConfiguration(to: &facts) } else { facts.add("state", "not configured") }
        for callback in callbacks where callback.answered {
            facts.add("callback URL", (callback.url ?? "<public URL>" + callback.path) + "  (register this one with the provider)")
        }
        for callback in callbacks where !callback.answered {
            facts.add("not answered yet", (callback.url ?? "<public URL>" + callback.path) + "  (\(callback.generation))")
        }
        guard callbacks.contains(where: { $0.url == nil }) else { return facts.text }
        return facts.text + "\n\nThe public URL is known while the server runs, or when LATCHKEY_PUBLIC_URL or the settings file names it."
    }

    private func addConfiguration(to facts: inout FactList) {
        facts.add("enabled", enabled)
        facts.add("key", clientID)
        facts.add("secret", secret.isEmpty ? "none: a public client" : "kept, never shown")
        if let issuer {
            facts.add("issuer", issuer)
            facts.add("accepted clients", acceptedClientIDs.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") } ?? "only the key")
        }
        if issuer == nil || apiOrigin != issuer {
            facts.add("api-origin", apiOrigin)
            facts.add("web-origin", webOrigin)
        }
        for (name, value) in (parameters ?? [:]).sorted(by: { $0.key < $1.key }) { facts.add(name, value) }
        facts.add("scopes", scopes.isEmpty ? "the provider's standard" : scopes.joined(separator: ", "))
        facts.add("trust-for-takeover", trustedForTakeover)
        if let updatedAt { facts.add("changed", Terminal.text(updatedAt)) }
    }
}
