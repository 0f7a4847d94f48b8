/// The author of an administrative act, for the audit log.
public struct ActAuthor: Sendable, Equatable {
    /// A service account's address, an administrator of the console (``AuthEvent/actor(administrator:)``), or ``command``.
    public let actor: String
    /// The IP address of the client, if known.
    public let address: String?

    /// Creates the author of an act.
    public init(actor: String, address: String? = nil) {
        self.actor = actor
        self.address = address
    }

    /// The operator, with the command on the server's machine.
    public static let command = ActAuthor(actor: "admin")
}
