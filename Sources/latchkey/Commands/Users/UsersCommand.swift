// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct UsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Look after people's accounts.",
        subcommands: [
            UsersListCommand.self, UsersGetCommand.self, UsersDeleteCommand.self, UsersImportCommand.self, UsersExportCommand.self,
        ])
}

/// The account that a command is about.
struct UserArgument: ParsableArguments {
    @Argument(help: "The account's uid, or its e-mail address. A uid wins.") var who: String
}
