import ArgumentParser

struct ServiceAccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service-accounts", abstract: "Look after the programs that speak for a project: back ends that sign custom tokens.",
        subcommands: [ServiceAccountsCreateCommand.self, ServiceAccountsListCommand.self, ServiceAccountsRevokeCommand.self])
}
