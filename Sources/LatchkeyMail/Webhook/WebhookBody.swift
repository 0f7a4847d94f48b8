import LatchkeyIdentity

/// The JSON body of a webhook request, with everything that a receiver needs to deliver the message with these texts or its own.
struct WebhookBody: Encodable {
    /// The identifier of the message, the same for each attempt.
    let id: String
    let project: String
    let kind: String
    let channel: String
    let recipient: String
    let link: String?
    let code: String?
    let language: String
    /// The subject. Absent for text messages, as is `html`.
    let subject: String?
    let text: String
    let html: String?
    /// The expiration time of the link or code, in seconds since 1970.
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
