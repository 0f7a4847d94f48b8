import LatchkeyIdentity
import LatchkeySecrets

/// An administrator at the console, and the browser that they use.
struct ConsoleVisitor: Sendable {
    let account: Account
    let session: Session
    let role: ConsoleRole
    let browser: String

    /// Who did it, in the record of events.
    var actor: String { AuthEvent.actor(administrator: account.id) }
}

/// Why a page of the console is not shown.
enum ConsoleRefusal: Error {
    /// Nobody is signed in, or not any more.
    case signInFirst
    /// Their role does not allow it.
    case roleNeeded(ConsoleRole, own: ConsoleRole)
    /// They proved who they are too long ago for what they ask.
    case signInAgain
    case notFound(String)
}
