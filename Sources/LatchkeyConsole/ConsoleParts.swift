public import LatchkeyIdentity
public import LatchkeySecrets

/// The dependencies of the console, in addition to those of the server.
public struct ConsoleParts: Sendable {
    /// The project that contains the accounts of administrators.
    let project: Project
    let invitation: any FirstInvitation
    let invitations: any AdministratorInvitations
    /// The wording of messages.
    let words: any MessageWording
    /// The address of the console if it listens on a port of its own; `nil` if it is served at the server's address.
    public let ownAddress: PublicAddress?
    /// Whether administrators have to sign in with a second factor or a passkey.
    let requiresSecondFactor: Bool

    /// Creates the dependencies of the console of one server process, which keeps invitations of administrators in memory.
    ///
    /// - Parameters:
    ///   - project: The project that contains the accounts of administrators.
    ///   - words: The wording of messages.
    ///   - ownAddress: The address of the console if it listens on a port of its own.
    ///   - requiresSecondFactor: Whether administrators have to sign in with a second factor or a passkey.
    ///   - now: The clock for invitations.
    public init(
        project: Project, words: any MessageWording, ownAddress: PublicAddress? = nil, requiresSecondFactor: Bool = false,
        now: @escaping WallClock
    ) {
        self.project = project
        self.words = words
        self.ownAddress = ownAddress
        self.requiresSecondFactor = requiresSecondFactor
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
