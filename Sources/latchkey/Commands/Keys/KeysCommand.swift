import ArgumentParser

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Manage the keys that sign ID tokens.",
        subcommands: [KeysListCommand.self, KeysRotateCommand.self])
}

extension [SigningKeyDescription] {
    var table: String {
        guard !isEmpty else { return "There is no key yet. The server creates one at its first start." }
        var table = TextTable("key id", "algorithm", "created", "state")
        for key in self {
            let state =
                switch key.state {
                case .signs: "signs"
                case .published: "published until \(key.publishedUntil.map(Terminal.text) ?? "the next rotation")"
                case .expired: "expired"
                }
            table.add(key.id, key.algorithm, Terminal.text(key.createdAt), state)
        }
        return table.text
    }
}
