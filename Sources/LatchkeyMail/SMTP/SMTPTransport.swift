import LatchkeyIdentity
import LatchkeyTracing

/// A transport that sends mails through a mail server.
public struct SMTPTransport: MessageTransport {
    private let server: SMTPServer
    private let sender: MailAddress

    /// Creates a transport. It does not connect before the first delivery.
    ///
    /// - Parameters:
    ///   - server: The mail server.
    ///   - sender: The sender of mails from projects without a sender of their own.
    public init(_ server: SMTPServer, sender: MailAddress) {
        self.server = server
        self.sender = sender
    }

    /// Sends a message as a mail.
    ///
    /// - Throws: ``DeliveryError``.
    public func deliver(_ message: WrittenMessage) async throws {
        let mail: MailMessage
        do {
            mail = try MailMessage(message, sender: sender)
        } catch let error as MailFieldError {
            throw DeliveryError.permanent("The mail cannot be written. \(error)")
        }
        try await ActiveSpan.below("SMTP", .client) { span in
            span?.set(.serverAddress, .text(server.host))
            span?.set(.serverPort, .integer(server.port))
            try await SMTPConnection(server: server).execute(
                SMTPDialogue.Mail(from: mail.from.address, recipient: mail.to.address, content: mail.bytes))
        }
    }

    /// Connects and signs in without sending a mail.
    ///
    /// - Throws: ``DeliveryError``.
    public func check() async throws {
        try await SMTPConnection(server: server).execute(nil)
    }
}

extension MailMessage {
    /// Creates the mail for a rendered message.
    ///
    /// - Throws: ``MailFieldError`` if an address or a text is invalid.
    init(_ message: WrittenMessage, sender: MailAddress) throws {
        let own = message.sender
        let address = try own.address.map { try MailAddress($0, field: "from").address } ?? sender.address
        // The server's display name is not used with the project's address.
        let name = own.name ?? (own.address == nil ? sender.name : nil)
        try self.init(
            id: message.id, date: message.createdAt, from: MailAddress(address, name: name, field: "from"),
            replyTo: own.replyTo.map { try MailAddress($0, field: "reply-to") }, to: MailAddress(message.recipient, field: "to"),
            subject: message.words.subject, language: message.words.language, text: message.words.text, html: message.words.html)
    }
}
