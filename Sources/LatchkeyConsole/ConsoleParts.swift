public import LatchkeyIdentity
public import LatchkeySecrets
import LatchkeyWeb

/// The dependencies of the console, in addition to those of the server.
public struct ConsoleParts: Sendable {
    /// The project that contains the accounts of administrators.
    let project: Project
    let invitation: ConsoleInvitation
    let invitations: AdministratorInvitations
    /// The wording of messages.
    let words: any MessageWording
    /// The public address of the database. It is empty if only a reverse proxy knows it, and may become known only once the server listens.
    public let databaseAddress = PublicAddress("")

    /// Creates the dependencies of the console.
    public init(
        project: Project, invitation: ConsoleInvitation, invitations: AdministratorInvitations, words: any MessageWording
    ) {
        self.project = project
        self.invitation = invitation
        self.invitations = invitations
        self.words = words
    }

    /// Creates a new secret for the setup link of the first administrator.
    public func makeInvitation() -> Secret<String> { invitation.make() }

    /// The entry path of the console.
    public static let path = "/console"
    /// The path at which the first administrator is created. The setup link carries the secret in its fragment.
    public static let setupPath = "/console/setup"
}
