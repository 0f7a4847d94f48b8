package import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeySignInPages
package import LatchkeyWeb

/// The parts of the server that the console administers.
package struct ConsoleServer: Sendable {
    package let basics: ServerBasics
    package let authority: TokenAuthority
    package let transport: any ProviderTransport
    package let targets: CallTargets
    package let isSandbox: Bool
    /// The messages that every visitor may read, in a sandbox.
    package let outbox: (any OutboxViewing)?
    package let clientAddress: ClientAddress
    package let cookie: BrowserCookie
    package let pages: PageRenderer
    package let times: RequestTimes
    package let readiness: Readiness

    package init(
        basics: ServerBasics, authority: TokenAuthority, transport: any ProviderTransport, targets: CallTargets, isSandbox: Bool,
        outbox: (any OutboxViewing)?, clientAddress: ClientAddress, cookie: BrowserCookie, pages: PageRenderer, times: RequestTimes,
        readiness: Readiness
    ) {
        self.basics = basics
        self.authority = authority
        self.transport = transport
        self.targets = targets
        self.isSandbox = isSandbox
        self.outbox = outbox
        self.clientAddress = clientAddress
        self.cookie = cookie
        self.pages = pages
        self.times = times
        self.readiness = readiness
    }
}
