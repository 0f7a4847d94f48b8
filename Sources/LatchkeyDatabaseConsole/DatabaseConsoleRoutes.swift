package import Hummingbird
package import LatchkeyConsole
package import LatchkeyDatabaseAPI
package import LatchkeyWeb

/// The pages of the console about the realtime databases: this module's routes.
package struct DatabaseConsoleRoutes: Sendable {
    package let server: ConsoleServer
    package let console: Console
    package let databases: DatabaseParts

    package init(server: ConsoleServer, console: Console, databases: DatabaseParts) {
        self.server = server
        self.console = console
        self.databases = databases
    }

    package func add(to router: Router<ServerContext>) {
        let now = server.basics.now
        let rules = RulesPage(console: console, databases: databases, addresses: AppAddresses(server.basics))
        rules.add(to: router)
        RulesActions(console: console, page: rules, authority: server.authority, now: now).add(to: router)
        RulesHistoryPage(console: console, rules: rules).add(to: router)
        RulesCoveragePage(console: console, rules: rules).add(to: router)
        let data = DataPage(console: console, rules: rules)
        data.add(to: router)
        DataActions(console: console, page: data, administration: databases.administration).add(to: router)
        DataEvents(console: console, page: data).add(to: router)
    }
}
