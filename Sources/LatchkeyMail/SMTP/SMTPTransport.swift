import Foundation
import LatchkeyIdentity

/// Hands mails to a mail server.
public struct SMTPTransport: MessageTransport {
    private let server: SMTPServer
    private let sender: MailAddress

    /// - Parameter sender: From whom mails come unless a project says otherwise.
    public init(_ server: SMTPServer, sender: MailAddress) {
        self.server = server
        self.sender = sender
    }

    public func deliver(_ message: WrittenMessage) async throws {
        let mail: MailMessage
        do {
            mail = try MailMessage(message, sender: sender)
        } catch let error as MailFieldError {
            throw DeliveryError.permanent("The mail cannot be written. \(error)")
        }
        try await Self.onItsOwnThread(SMTPConversation(server, mail: mail.bytes)) { conversation in
            try conversation.send(from: mail.from.address, to: mail.to.address)
        }
    }

    /// Connects and signs in without sending anything.
    ///
    /// - Throws: ``DeliveryError``.
    public func check() async throws {
        try await Self.onItsOwnThread(SMTPConversation(server)) { try $0.greet() }
    }

    /// libcurl waits for the network, which no thread that others share may do. How many there are at once is bounded by who asks.
    private static func onItsOwnThread(
        _ conversation: SMTPConversation, _ work: @escaping @Sendable (SMTPConversation) throws -> Void
    ) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread { continuation.resume(with: Result { try work(conversation) }) }
            }
        } onCancel: {
            conversation.cancel()
        }
    }
}

extension MailMessage {
    /// - Throws: ``MailFieldError``.
    init(_ message: WrittenMessage, sender: MailAddress) throws {
        let own = message.sender
        let address = try own.address.map { try MailAddress($0, field: "from").address } ?? sender.address
        // The server's own name belongs to its own address.
        let name = own.name ?? (own.address == nil ? sender.name : nil)
        try self.init(
            id: message.id, date: message.createdAt, from: MailAddress(address, name: name, field: "from"),
            replyTo: own.replyTo.map { try MailAddress($0, field: "reply-to") }, to: MailAddress(message.recipient, field: "to"),
            subject: message.words.subject, language: message.words.language, text: message.words.text, html: message.words.html)
    }
}
