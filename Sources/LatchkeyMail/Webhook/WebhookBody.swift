import LatchkeyIdentity

/// What a webhook receives: everything that it needs to deliver a message itself, in our words or in its own.
struct WebhookBody: Encodable {
    /// The same at each attempt.
    let id: String
    let project: String
    let kind: String
    let channel: String
    let recipient: String
    let link: String?
    let code: String?
    let language: String
    /// Absent for text messages, as `html` is.
    let subject: String?
    let text: String
    let html: String?
    /// Seconds since 1970. Later the code is worth nothing.
    let expiresAt: Int64

    init(_ message: WrittenMessage) {
        let isText = message.channel == .sms
        id = message.id
        project = message.project.rawValue
        kind = message.kind.rawValue
        channel = message.channel.rawValue
        recipient = message.recipient
        link = message.link
        code = message.code
        language = message.words.language
        subject = isText ? nil : message.words.subject
        text = message.words.text
        html = isText ? nil : message.words.html
        expiresAt = message.expiresAt.secondsSince1970
    }
}
