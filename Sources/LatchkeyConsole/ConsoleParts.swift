public import LatchkeyIdentity
public import LatchkeySecrets
import LatchkeyWeb

/// The dependencies of the console, in addition to those of the server.
public struct ConsoleParts: Sendable {
    /// The project that contains the accounts of administrators.
    let project: Project
    let invitation: any FirstInvitation
    let invitations: any AdministratorInvitations
    /// The wording of messages.
    let words: any MessageWording
    /// The public address of the database. It is empty if only a reverse proxy knows it, and may become known only once the server listens.
    public let databaseAddress = PublicAddress("")

    /// Creates the dependencies of the console of one server process, which keeps invitations of administrators in memory.
    ///
    /// - Parameters:
    ///   - project: The project that contains the accounts of administrators.
    ///   - words: The wording of messages.
    ///   - now: The clock for invitations.
    public init(project: Project, words: any MessageWording, now: @escaping WallClock) {
        self.project = project
        self.words = words
        invitation = FirstInvitationInMemory(now: now)
        invitations = InvitationsInMemory(now: now)
    }

    /// Creates a new secret for the setup link of the first administrator.
    public func makeInvitation() async throws -> Secret<String> { try await invitation.make() }

    /// The entry path of the console.
    public static let path = "/console"
    /// The path at which the first administrator is created. The setup link carries the secret in its fragment.
    public static let setupPath = "/console/setup"
}
