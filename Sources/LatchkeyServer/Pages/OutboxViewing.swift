public import LatchkeyIdentity

/// A message as its recipient would see it.
public struct ShownMessage: Sendable, Equatable {
    public let message: OutboxMessage
    public let subject: String
    public let text: String
    /// A whole document.
    public let html: String
    public let link: String?
    public let code: String?

    public init(_ message: OutboxMessage, subject: String, text: String, html: String, link: String?, code: String?) {
        self.message = message
        self.subject = subject
        self.text = text
        self.html = html
        self.link = link
        self.code = code
    }
}

/// Opens messages for the page that shows them. Whoever reads them can sign in: a server has one only where nobody is real.
public protocol OutboxViewing: Sendable {
    /// Newest first, not all of them.
    func recentMessages(of project: ProjectID) async throws -> [ShownMessage]
    /// - Returns: `nil` when the project has no such message.
    func message(_ id: String, of project: ProjectID) async throws -> ShownMessage?
}
