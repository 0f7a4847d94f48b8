import CLatchkeyCurl
import LatchkeySecrets
import Testing

@testable import LatchkeyMail

@Suite struct SMTPServerTests {
    @Test func addressesAreReadWithTheirProtection() throws {
        let submission = try SMTPServer(url: "smtp://post%40example.org@mail.example.org")
        #expect(submission.host == "mail.example.org" && submission.port == 587 && submission.user == "post@example.org")
        #expect(submission.protection == .startTLS)
        let implicit = try SMTPServer(url: "smtps://[::1]:4650/")
        #expect(implicit.host == "[::1]" && implicit.port == 4650 && implicit.user == nil)
        #expect(implicit.protection == .implicitTLS)
        #expect(implicit.url == "smtps://[::1]:4650")
        #expect(try SMTPServer(url: "smtp://localhost:25", insecure: true).protection == .insecure)
        #expect(try SMTPServer(url: "smtps://localhost", insecure: true).protection == .implicitTLS)
    }

    @Test(arguments: [
        "mail.example.org", "http://mail.example.org", "smtp://", "smtp://user@", "smtp://host:0", "smtp://host:x", "smtp://host:70000",
        "smtp://host/path", "smtp://host?x", "smtp://ho st", "smtp://%zz@host", "smtp://%0d%0a@host", "smtp://[::1", "smtp://host\r\n",
        "smtp://@host",
    ])
    func otherAddressesAreRefused(_ url: String) {
        #expect(throws: SMTPServer.AddressError.self) { try SMTPServer(url: url) }
    }

    @Test func aPasswordInTheAddressIsRefusedAndNotRepeated() throws {
        let error = try #require(throws: SMTPServer.AddressError.self) { try SMTPServer(url: "smtp://user:hunter2@host") }
        #expect(!"\(error)".contains("hunter2"))
        #expect(error.mend.contains("LATCHKEY_SMTP_PASSWORD"))
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let sentence: String
        let result: CURLcode
        var status = 0
        var isSending = false
        let isPermanent: Bool
        var testDescription: String { sentence }
    }

    static let failures: [Failure] = [
        Failure(sentence: "a recipient that does not exist", result: CURLE_SEND_ERROR, status: 550, isPermanent: true),
        Failure(sentence: "a recipient that is busy", result: CURLE_SEND_ERROR, status: 450, isPermanent: false),
        Failure(
            sentence: "a mail refused after it was read", result: CURLE_WEIRD_SERVER_REPLY, status: 554, isSending: true, isPermanent: true),
        Failure(sentence: "a server that greets nobody", result: CURLE_WEIRD_SERVER_REPLY, status: 554, isPermanent: false),
        Failure(sentence: "a server that wants a password first", result: CURLE_SEND_ERROR, status: 530, isPermanent: false),
        Failure(sentence: "a wrong password", result: CURLE_LOGIN_DENIED, status: 535, isPermanent: false),
        Failure(sentence: "an unknown authority", result: CURLE_PEER_FAILED_VERIFICATION, isPermanent: false),
        Failure(sentence: "nobody there", result: CURLE_COULDNT_CONNECT, isPermanent: false),
        Failure(sentence: "no such name", result: CURLE_COULDNT_RESOLVE_HOST, isPermanent: false),
        Failure(sentence: "no STARTTLS", result: CURLE_USE_SSL_FAILED, isPermanent: false),
        Failure(sentence: "a connection that breaks off", result: CURLE_RECV_ERROR, isSending: true, isPermanent: false),
        Failure(sentence: "too long", result: CURLE_OPERATION_TIMEDOUT, status: 354, isSending: true, isPermanent: false),
    ]

    @Test(arguments: failures)
    func onlyErrorsAboutTheMessageArePermanent(_ failure: Failure) {
        let error = SMTPConversation.error(
            failure.result, status: failure.status, reply: "text", isSending: failure.isSending, at: SMTPServer(host: "h", port: 1))
        #expect(error.isPermanent == failure.isPermanent, "\(error)")
    }

    @Test func controlCharactersOfServerRepliesAreRemoved() {
        #expect(DeliveryError.temporary("a\u{1b}[2Jb\r\nc").detail == "a [2Jb  c")
        #expect(DeliveryError.permanent(String(repeating: "x", count: 9999)).detail.count == DeliveryError.maxDetailCharacters)
    }
}
