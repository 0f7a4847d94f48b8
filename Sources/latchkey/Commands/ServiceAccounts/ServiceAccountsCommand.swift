import ArgumentParser

struct ServiceAccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service-accounts", abstract: "Manage service accounts, for back ends that sign custom tokens.",
        subcommands: [ServiceAccountsCreateCommand.self, ServiceAccountsListCommand.self, ServiceAccountsRevokeCommand.self])
}
