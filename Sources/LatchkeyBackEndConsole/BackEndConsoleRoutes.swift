package import Hummingbird
package import LatchkeyAdministrationAPI
package import LatchkeyConsole
import LatchkeyIdentity
package import LatchkeyWeb

/// The pages of the console about back ends: this module's routes.
package struct BackEndConsoleRoutes: Sendable {
    package let server: ConsoleServer
    package let console: Console
    package let services: AdministrationServices

    package init(server: ConsoleServer, console: Console, services: AdministrationServices) {
        self.server = server
        self.console = console
        self.services = services
    }

    package func add(to router: Router<ServerContext>) {
        let administration = services.administration
        ServiceAccountsPage(
            console: console, accounts: administration.serviceAccounts, publicAddress: server.basics.publicAddress
        ).add(to: router)
        let webhook = WebhookPage(console: console, webhooks: administration.webhooks)
        WebhooksPage(console: console, webhooks: administration.webhooks, page: webhook).add(to: router)
        webhook.add(to: router)
        HooksPage(console: console, projects: administration.projects).add(to: router)
        if console.hasDatabases { DatabaseSecretsPage(console: console, secrets: administration.databaseSecrets).add(to: router) }
    }
}
