import ArgumentParser

struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Check and test Security Rules, and inspect their decisions in a running server.",
        subcommands: [RulesCheckCommand.self, RulesTestCommand.self, RulesWhyCommand.self, RulesCoverageCommand.self])
}
