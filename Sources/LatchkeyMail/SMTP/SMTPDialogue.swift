import Foundation
import LatchkeySecrets

/// The client's side of a conversation with a mail server: which command follows which reply.
///
/// It covers EHLO and one mail (RFC 5321), STARTTLS (RFC 3207), AUTH PLAIN and LOGIN (RFC 4954, RFC 4616) and SMTPUTF8 (RFC 6531). It has no
/// connection: ``SMTPHandler`` sends the commands.
struct SMTPDialogue {
    /// A mail and its envelope.
    struct Mail {
        let from: String
        let recipient: String
        let content: [UInt8]
    }

    /// What follows a reply.
    enum Action: Equatable {
        case send([UInt8])
        /// TLS starts now; ``SMTPDialogue/secured()`` follows it.
        case startTLS
        /// The server has accepted everything. The bytes are a farewell.
        case end([UInt8])
    }

    private enum State {
        case greeting, hello, oldHello, startTLS, plain, credentialsSent, userName, password, noop, sender, recipient, data, content, ended
    }

    private let server: SMTPServer
    private let clientName: String
    private let mail: Mail?
    private var state = State.greeting
    private var isSecure: Bool
    private var extensions = SMTPExtensions()

    /// Creates a dialogue, which begins with the greeting of the server.
    ///
    /// - Parameters:
    ///   - clientName: The name of this machine for EHLO.
    ///   - mail: The mail to send; `nil` to connect and sign in only.
    init(_ server: SMTPServer, clientName: String, mail: Mail?) {
        self.server = server
        self.clientName = clientName
        self.mail = mail
        isSecure = server.protection == .implicitTLS
    }

    /// Returns what follows a reply.
    ///
    /// - Throws: ``DeliveryError``.
    mutating func receive(_ reply: SMTPReply) throws(DeliveryError) -> Action {
        switch state {
        case .greeting:
            try require(reply.code == 220, "the connection", reply)
            return command("EHLO \(clientName)", .hello)
        case .hello: return try heard(reply)
        case .oldHello:
            try require(reply.isPositive, "HELO", reply)
            return try begin()
        case .startTLS:
            try require(reply.code == 220, "STARTTLS", reply)
            return .startTLS
        case .plain where reply.code == 334, .credentialsSent where reply.code == 334:
            // A server that ignores the initial response asks for it once.
            guard state == .plain else { throw rejection(reply) }
            return command(plainResponse, .credentialsSent)
        case .userName where reply.code == 334: return command(base64(server.user ?? ""), .password)
        case .password where reply.code == 334:
            return command(base64(server.password?.expose() ?? ""), .credentialsSent)
        case .plain, .credentialsSent, .userName, .password:
            guard reply.code == 235 else { throw rejection(reply) }
            return try begin()
        case .noop:
            try require(reply.isPositive, "NOOP", reply)
            return farewell()
        case .sender:
            try requireMail(reply.isPositive, reply)
            return command("RCPT TO:<\(mail?.recipient ?? "")>", .recipient)
        case .recipient:
            try requireMail(reply.isPositive, reply)
            return command("DATA", .data)
        case .data:
            try requireMail(reply.code == 354, reply)
            state = .content
            return .send(Self.stuffed(mail?.content ?? []))
        case .content:
            try requireMail(reply.isPositive, reply)
            return farewell()
        case .ended: throw DeliveryError.temporary("\(server.url) sent an unexpected reply.")
        }
    }

    /// Returns the command that follows the start of TLS. The server has to repeat its extensions, because an attacker may have sent the first ones
    /// (RFC 3207, section 4.2).
    mutating func secured() -> [UInt8] {
        isSecure = true
        extensions = SMTPExtensions()
        return line("EHLO \(clientName)", .hello)
    }

    // MARK: Steps

    private mutating func heard(_ reply: SMTPReply) throws(DeliveryError) -> Action {
        // A server without extensions, which is enough without TLS and user.
        if [500, 502].contains(reply.code), server.protection == .insecure, server.user == nil {
            return command("HELO \(clientName)", .oldHello)
        }
        try require(reply.isPositive, "EHLO", reply)
        extensions = SMTPExtensions(reply)
        if server.protection == .startTLS, !isSecure {
            guard extensions.hasStartTLS else { throw DeliveryError.temporary("\(server.url) offers no STARTTLS.") }
            return command("STARTTLS", .startTLS)
        }
        guard server.user != nil else { return try begin() }
        if extensions.mechanisms.contains("PLAIN") { return command("AUTH PLAIN \(plainResponse)", .plain) }
        if extensions.mechanisms.contains("LOGIN") { return command("AUTH LOGIN", .userName) }
        throw DeliveryError.temporary(
            "\(server.url) does not accept user and password: it offers neither AUTH PLAIN nor AUTH LOGIN.")
    }

    private mutating func begin() throws(DeliveryError) -> Action {
        guard let mail else { return command("NOOP", .noop) }
        var text = "MAIL FROM:<\(mail.from)>"
        if extensions.hasSize { text += " SIZE=\(mail.content.count)" }
        // The fields of a mail are encoded, except for addresses.
        if mail.content.contains(where: { $0 >= 0x80 }) || !(mail.from + mail.recipient).utf8.allSatisfy({ $0 < 0x80 }) {
            guard extensions.hasSMTPUTF8 else {
                let text = "\(server.url) offers no SMTPUTF8, which an address with characters beyond ASCII requires."
                // The operator can change the sender and the address for replies.
                throw mail.recipient.utf8.allSatisfy({ $0 < 0x80 }) ? .temporary(text) : .permanent(text)
            }
            text += " SMTPUTF8"
        }
        return command(text, .sender)
    }

    private mutating func farewell() -> Action {
        state = .ended
        return .end(Array("QUIT\r\n".utf8))
    }

    private mutating func command(_ text: String, _ next: State) -> Action { .send(line(text, next)) }

    private mutating func line(_ text: String, _ next: State) -> [UInt8] {
        state = next
        return Array((text + "\r\n").utf8)
    }

    // MARK: Errors

    private func require(_ isAccepted: Bool, _ command: String, _ reply: SMTPReply) throws(DeliveryError) {
        guard isAccepted else { throw .temporary("\(server.url) did not accept \(command). The server said: \(reply.text)") }
    }

    /// Only a refusal of this mail, its sender or its recipient is permanent. A wrong password fails every other mail too, and the operator
    /// can fix it while the messages wait.
    private func requireMail(_ isAccepted: Bool, _ reply: SMTPReply) throws(DeliveryError) {
        guard !isAccepted else { return }
        let text = "\(server.url) refused it. The server said: \(reply.text)"
        // RFC 4954, section 6: the server requires authentication, or another mechanism.
        let isAboutUs = [530, 534, 535, 538].contains(reply.code)
        throw (500...599).contains(reply.code) && !isAboutUs ? .permanent(text) : .temporary(text)
    }

    private func rejection(_ reply: SMTPReply) -> DeliveryError {
        .temporary("\(server.url) does not accept user and password. The server said: \(reply.text)")
    }

    // MARK: Texts

    private var plainResponse: String { base64("\0\(server.user ?? "")\0\(server.password?.expose() ?? "")") }

    private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// Returns a mail as it follows DATA: a dot at the start of a line is doubled, and a line with one dot ends it (RFC 5321, section 4.5.2).
    /// Single CR and LF become CR LF, because servers differ in what they take as the end of a line.
    static func stuffed(_ content: [UInt8]) -> [UInt8] {
        let (cr, lf, dot) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "."))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + content.count / 32 + 5)
        var isAtLineStart = true
        var previous: UInt8 = 0
        for byte in content {
            defer { previous = byte }
            if byte == cr || byte == lf {
                if byte == lf, previous == cr { continue }
                bytes += [cr, lf]
                isAtLineStart = true
            } else {
                if isAtLineStart, byte == dot { bytes.append(dot) }
                bytes.append(byte)
                isAtLineStart = false
            }
        }
        if !isAtLineStart { bytes += [cr, lf] }
        return bytes + [dot, cr, lf]
    }
}
