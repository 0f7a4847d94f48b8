import LatchkeyIdentity
import LatchkeySecrets

/// A signed-in administrator and their browser.
struct ConsoleVisitor: Sendable {
    let account: Account
    let session: Session
    let role: ConsoleRole
    let browser: String

    /// The actor in the audit log.
    var actor: String { AuthEvent.actor(administrator: account.id) }
}

/// Why a page of the console is not shown.
enum ConsoleRefusal: Error {
    /// There is no session, or it has ended.
    case signInFirst
    /// The role is not sufficient.
    case roleNeeded(ConsoleRole, own: ConsoleRole)
    /// The console requires a second factor or a passkey, with which this session did not begin.
    case secondFactorNeeded(isSetUp: Bool)
    /// The action requires a more recent sign-in.
    case signInAgain
    case notFound(String)
}
