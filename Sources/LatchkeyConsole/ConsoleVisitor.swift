package import LatchkeyIdentity
import LatchkeySecrets

/// A signed-in administrator and their browser.
package struct ConsoleVisitor: Sendable {
    package let account: Account
    package let session: Session
    package let role: ConsoleRole
    package let browser: String

    /// The actor in the audit log.
    package var actor: String { AuthEvent.actor(administrator: account.id) }
}

/// Why a page of the console is not shown.
package enum ConsoleRefusal: Error {
    /// There is no session, or it has ended.
    case signInFirst
    /// The role is not sufficient.
    case roleNeeded(ConsoleRole, own: ConsoleRole)
    /// The console requires a second factor or a passkey, with which this session did not begin.
    case secondFactorNeeded(isSetUp: Bool)
    /// The action requires a more recent sign-in. It leads back to the page with the form.
    case signInAgain(page: String)
    case notFound(String)
}
