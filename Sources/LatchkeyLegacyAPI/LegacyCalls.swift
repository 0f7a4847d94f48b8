package import Hummingbird
package import LatchkeyAccountAPI
import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeyWeb

/// The calls of original clients of the first two generations: this module's routes.
package struct LegacyCalls {
    package let basics: ServerBasics
    package let accounts: AccountServices
    package let flow: FlowServices

    package init(basics: ServerBasics, accounts: AccountServices, flow: FlowServices) {
        self.basics = basics
        self.accounts = accounts
        self.flow = flow
    }

    package func add(to router: Router<ServerContext>, resolver: CallerResolver, record: APIRecord) {
        let replies = LegacyReplies(
            secrets: DatabaseSecrets(store: basics.store, sealer: basics.sealer, now: basics.now), sessions: accounts.sessions)
        LegacyRoutes(
            store: basics.store, resolver: resolver,
            accounts: LegacyAccounts(
                signUp: accounts.signUp, passwords: accounts.passwordSignIn, update: accounts.update, removal: accounts.removal,
                codes: accounts.codes.requests, sessions: accounts.sessions, replies: replies),
            providers: LegacyProviders(
                catalog: flow.catalog, signIn: accounts.providerSignIn, limits: flow.callLimits, replies: replies),
            record: record
        ).add(to: router)
    }
}
