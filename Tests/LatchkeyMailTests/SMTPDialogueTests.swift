import LatchkeySecrets
import Testing

@testable import LatchkeyMail

@Suite struct SMTPDialogueTests {
    private static let mail = SMTPDialogue.Mail(from: "a@x.org", recipient: "b@y.org", content: Array("Hi\r\n.dot\r\n".utf8))
    private static let hello = "250-h\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n"

    private func dialogue(
        _ protection: SMTPServer.Protection = .insecure, user: String? = nil, mail: SMTPDialogue.Mail? = mail
    ) -> SMTPDialogue {
        SMTPDialogue(
            SMTPServer(host: "h", port: 1, protection: protection, user: user, password: user.map { _ in Secret("pass wörd") }),
            clientName: "me", mail: mail)
    }

    /// Returns what the client says after each of the server's replies.
    private func said(_ dialogue: SMTPDialogue, _ server: String) throws -> [String] {
        var dialogue = dialogue
        var reader = SMTPReplyReader()
        var said: [String] = []
        for byte in server.utf8 {
            guard let reply = try reader.read(byte) else { continue }
            var action = try dialogue.receive(reply)
            if action == .startTLS {
                said.append("<TLS>")
                action = .send(dialogue.secured())
            }
            switch action {
            case .send(let bytes): said.append(String(decoding: bytes, as: UTF8.self))
            case .end(let bytes): said.append("END " + String(decoding: bytes, as: UTF8.self))
            case .startTLS: break
            }
        }
        return said
    }

    @Test func aMailIsSentAfterTLSAndTheSignIn() throws {
        let said = try said(
            dialogue(.startTLS, user: "ada"),
            "220 h\r\n\(Self.hello)220 go\r\n250-h\r\n250-SIZE\r\n250 AUTH PLAIN\r\n235 in\r\n"
                + "250 ok\r\n250 ok\r\n354 go\r\n250 queued\r\n")
        #expect(
            said == [
                "EHLO me\r\n", "STARTTLS\r\n", "<TLS>", "EHLO me\r\n",
                // RFC 4616: base64 of \0ada\0pass wörd.
                "AUTH PLAIN AGFkYQBwYXNzIHfDtnJk\r\n",
                "MAIL FROM:<a@x.org> SIZE=10\r\n", "RCPT TO:<b@y.org>\r\n", "DATA\r\n", "Hi\r\n..dot\r\n.\r\n", "END QUIT\r\n",
            ])
    }

    @Test func extensionsFromBeforeTLSDoNotCount() {
        #expect(
            throws: DeliveryError.temporary("smtp://h:1 does not accept user and password: it offers neither AUTH PLAIN nor AUTH LOGIN.")
        ) {
            try said(dialogue(.startTLS, user: "ada"), "220 h\r\n\(Self.hello)220 go\r\n250 h\r\n")
        }
    }

    @Test func theSignInWithLoginSendsNameAndPasswordInTurn() throws {
        let said = try said(
            dialogue(.implicitTLS, user: "ada", mail: nil),
            "220 h\r\n250-h\r\n250 AUTH XOAUTH2 LOGIN\r\n334 VXNlcm5hbWU6\r\n334 UGFzc3dvcmQ6\r\n235 in\r\n250 ok\r\n")
        #expect(said == ["EHLO me\r\n", "AUTH LOGIN\r\n", "YWRh\r\n", "cGFzcyB3w7ZyZA==\r\n", "NOOP\r\n", "END QUIT\r\n"])
    }

    @Test func aServerMayAskForThePlainResponse() throws {
        let said = try said(
            dialogue(.implicitTLS, user: "ada", mail: nil), "220 h\r\n250-h\r\n250 AUTH PLAIN\r\n334 \r\n235 in\r\n250 ok\r\n")
        #expect(said[2] == "AGFkYQBwYXNzIHfDtnJk\r\n")
    }

    @Test func aServerWithoutExtensionsIsGreetedWithHELO() throws {
        let said = try said(dialogue(mail: nil), "220 h\r\n502 what\r\n250 h\r\n250 ok\r\n")
        #expect(said == ["EHLO me\r\n", "HELO me\r\n", "NOOP\r\n", "END QUIT\r\n"])
    }

    /// Only the recipient belongs to this mail alone; the operator can change the other addresses.
    @Test(arguments: [
        ("ä@x.org", "b@y.org", "", false), ("a@x.org", "b@ÿ.org", "", true), ("a@x.org", "b@y.org", "Reply-To: ä@x.org\r\n", false),
    ])
    func addressesBeyondASCIINeedSMTPUTF8(_ from: String, _ recipient: String, _ content: String, _ isPermanent: Bool) throws {
        let dialogue = dialogue(mail: .init(from: from, recipient: recipient, content: Array(content.utf8)))
        #expect(try said(dialogue, "220 h\r\n250-h\r\n250 SMTPUTF8\r\n").last == "MAIL FROM:<\(from)> SMTPUTF8\r\n")
        let error = #expect(throws: DeliveryError.self) { try said(dialogue, "220 h\r\n250 h\r\n") }
        #expect(error?.isPermanent == isPermanent)
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let sentence: String
        var protection = SMTPServer.Protection.insecure
        var user: String?
        /// The replies before the last one are the usual ones.
        let replies: String
        let isPermanent: Bool
        let text: String
        var testDescription: String { sentence }
    }

    static let failures: [Failure] = [
        Failure(sentence: "unwelcome client", replies: "554 no\r\n", isPermanent: false, text: "did not accept the connection"),
        Failure(sentence: "closing server", replies: "220 h\r\n421 bye\r\n", isPermanent: false, text: "did not accept EHLO"),
        Failure(
            sentence: "no STARTTLS", protection: .startTLS, replies: "220 h\r\n250 h\r\n", isPermanent: false, text: "offers no STARTTLS"),
        Failure(
            sentence: "no TLS now", protection: .startTLS, replies: "220 h\r\n\(hello)454 later\r\n", isPermanent: false,
            text: "did not accept STARTTLS. The server said: 454 later"),
        Failure(
            sentence: "wrong password", user: "ada", replies: "220 h\r\n\(hello)535 5.7.8 wrong\r\n", isPermanent: false,
            text: "does not accept user and password. The server said: 535 5.7.8 wrong"),
        Failure(
            sentence: "repeated challenge", user: "ada", replies: "220 h\r\n\(hello)334 \r\n334 \r\n", isPermanent: false,
            text: "does not accept user and password"),
        Failure(
            sentence: "password required", replies: "220 h\r\n250 h\r\n530 5.7.0 sign in\r\n", isPermanent: false, text: "530 5.7.0 sign in"
        ),
        Failure(
            sentence: "refused sender", replies: "220 h\r\n250 h\r\n553 not yours\r\n", isPermanent: true,
            text: "refused it. The server said: 553"),
        Failure(
            sentence: "unknown recipient", replies: "220 h\r\n250 h\r\n250 ok\r\n550-5.1.1 no\r\n550 user\r\n", isPermanent: true,
            text: "550 5.1.1 no user"),
        Failure(
            sentence: "busy recipient", replies: "220 h\r\n250 h\r\n250 ok\r\n450 later\r\n", isPermanent: false, text: "450 later"),
        Failure(
            sentence: "refused content", replies: "220 h\r\n250 h\r\n250 ok\r\n250 ok\r\n354 go\r\n554 spam\r\n", isPermanent: true,
            text: "554 spam"),
        Failure(
            sentence: "no content wanted", replies: "220 h\r\n250 h\r\n250 ok\r\n250 ok\r\n250 what\r\n", isPermanent: false,
            text: "250 what"),
    ]

    @Test(arguments: failures)
    func onlyErrorsAboutTheMailArePermanent(_ failure: Failure) {
        let error = #expect(throws: DeliveryError.self) { try said(dialogue(failure.protection, user: failure.user), failure.replies) }
        #expect(error?.isPermanent == failure.isPermanent, "\(error as Any)")
        #expect(error?.detail.contains(failure.text) == true, "\(error as Any)")
    }

    /// A server may take a single CR or LF as the end of a line, and what follows a line with one dot as commands.
    @Test(arguments: [
        ("", ".\r\n"), ("a", "a\r\n.\r\n"), ("a\r\n", "a\r\n.\r\n"), (".", "..\r\n.\r\n"), ("a\r\n.\r\nb", "a\r\n..\r\nb\r\n.\r\n"),
        ("a\n.\nb", "a\r\n..\r\nb\r\n.\r\n"), ("a\r.\rb", "a\r\n..\r\nb\r\n.\r\n"), ("a\n\rb", "a\r\n\r\nb\r\n.\r\n"),
        ("a..", "a..\r\n.\r\n"),
    ])
    func noLineOfTheMailEndsIt(_ content: String, _ sent: String) {
        #expect(String(decoding: SMTPDialogue.stuffed(Array(content.utf8)), as: UTF8.self) == sent)
    }
}
