import ArgumentParser

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Manage the keys that sign ID tokens and session cookies.",
        subcommands: [KeysListCommand.self, KeysRotateCommand.self, KeysRevokeCommand.self])
}

extension [SigningKeyDescription] {
    var table: String {
        guard !isEmpty else { return "There is no key yet. The server creates one at its first start." }
        var table = TextTable("key id", "signs", "algorithm", "created", "state")
        for key in self {
            var state =
                switch key.state {
                case .signs: "signs"
                case .published: "published until \(key.publishedUntil.map(Terminal.text) ?? "the next rotation")"
                case .expired: "expired"
                case .revoked: "revoked \(key.revokedAt.map(Terminal.text) ?? "")"
                }
            if let end = key.cookiesUntil { state += ", for earlier session cookies until \(Terminal.text(end))" }
            table.add(key.id, key.purpose, key.algorithm, Terminal.text(key.createdAt), state)
        }
        return table.text
    }
}
