import LatchkeyIdentity
import LatchkeyWeb

/// The parts of the server that the console administers.
struct ConsoleServer: Sendable {
    let basics: ServerBasics
    let authority: TokenAuthority
    let transport: any ProviderTransport
    let targets: CallTargets
    let isSandbox: Bool
    /// The messages that every visitor may read, in a sandbox.
    let outbox: (any OutboxViewing)?
    let clientAddress: ClientAddress
    let cookie: BrowserCookie
    let pages: PageRenderer
    let times: RequestTimes
}
