public import LatchkeyIdentity
package import LatchkeyProviders

/// The dependencies of the console, in addition to those of the server.
public struct ConsoleParts: Sendable {
    /// The project that contains the accounts of administrators.
    let project: Project
    /// The wording of messages.
    let words: any MessageWording
    /// The address of the console if it listens on a port of its own; `nil` if it is served at the server's address.
    public let ownAddress: PublicAddress?
    /// Whether administrators have to sign in with a second factor or a passkey.
    let requiresSecondFactor: Bool
    /// Returns the nodes that share the store; `nil` for a single server.
    let nodes: (@Sendable () async throws -> [ConsoleNode])?
    /// Whether messages to users are sent by mail. Otherwise they wait in the outbox.
    let sendsMail: Bool
    /// Returns the state of backups; `nil` for a store that other tools back up.
    let backups: (@Sendable () async -> ConsoleBackups)?
    /// Checks the server; `nil` until it runs.
    package var health: (@Sendable () async -> [CheckupFinding])?

    /// Creates the dependencies of the console.
    ///
    /// - Parameters:
    ///   - project: The project that contains the accounts of administrators.
    ///   - words: The wording of messages.
    ///   - ownAddress: The address of the console if it listens on a port of its own.
    ///   - requiresSecondFactor: Whether administrators have to sign in with a second factor or a passkey.
    ///   - nodes: Returns the nodes that share the store; `nil` for a single server.
    ///   - sendsMail: Whether messages to users are sent by mail.
    ///   - backups: Returns the state of backups; `nil` for a store that other tools back up.
    public init(
        project: Project, words: any MessageWording, ownAddress: PublicAddress? = nil, requiresSecondFactor: Bool = false,
        nodes: (@Sendable () async throws -> [ConsoleNode])? = nil, sendsMail: Bool = true,
        backups: (@Sendable () async -> ConsoleBackups)? = nil
    ) {
        self.project = project
        self.words = words
        self.ownAddress = ownAddress
        self.requiresSecondFactor = requiresSecondFactor
        self.nodes = nodes
        self.sendsMail = sendsMail
        self.backups = backups
    }

    /// The entry path of the console.
    public static let path = "/console"
    /// The path at which the first administrator is created. The setup link carries the secret in its fragment.
    public static let setupPath = "/console/setup"
}
