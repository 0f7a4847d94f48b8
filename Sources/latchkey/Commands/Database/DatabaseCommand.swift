// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct DatabaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "Look after realtime databases.", subcommands: [DatabaseSecretsCommand.self])
}
