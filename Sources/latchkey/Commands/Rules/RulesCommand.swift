// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Check and test Security Rules, and see what they decide in a running server.",
        subcommands: [RulesCheckCommand.self, RulesTestCommand.self, RulesWhyCommand.self, RulesCoverageCommand.self])
}
