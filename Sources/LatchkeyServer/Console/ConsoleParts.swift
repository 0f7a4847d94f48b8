public import LatchkeyIdentity
public import LatchkeySecrets
public import LatchkeyWeb

/// What the console is put together from, beside the server's parts.
public struct ConsoleParts: Sendable {
    /// Whose accounts are the administrators.
    let project: Project
    let invitation: ConsoleInvitation
    let invitations: AdministratorInvitations
    /// What messages say.
    let words: any MessageWording
    /// Where apps find the database; empty where only a proxy in front knows. It may be known only once the server listens.
    public let databaseAddress = PublicAddress("")

    public init(
        project: Project, invitation: ConsoleInvitation, invitations: AdministratorInvitations, words: any MessageWording
    ) {
        self.project = project
        self.invitation = invitation
        self.invitations = invitations
        self.words = words
    }

    /// A new secret for the first administrator's link.
    public func makeInvitation() -> Secret<String> { invitation.make() }

    /// Where people begin.
    public static let path = "/console"
    /// Where the first administrator is made, by the secret behind the `#`.
    public static let setupPath = "/console/setup"
}
