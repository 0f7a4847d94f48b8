import Foundation
import LatchkeySecrets
import NIOCore
import NIOPosix
import NIOSSL
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

    @Test func aHostThatNoCertificateCanNameNeedsNoTLS() throws {
        #expect(throws: SMTPServer.AddressError.self) { try SMTPServer(url: "smtps://mail_relay") }
        #expect(try SMTPServer(url: "smtp://mail_relay", insecure: true).host == "mail_relay")
    }

    @Test func unreadableAuthoritiesAreAnError() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID()).pem")
        try Data("no certificate".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = SMTPServer(host: "localhost", port: 1, authorityFile: file.path)
        let error = await #expect(throws: DeliveryError.self) { try await SMTPConnection(server: server).execute(nil) }
        #expect(error?.isPermanent == false && error?.detail.contains("certificate authorities") == true)
    }

    // RFC 9525, section 6.3.
    @Test(arguments: [
        ("mail.example.org", "mail.example.org", true), ("MAIL.example.org", "mail.Example.org", true),
        ("*.example.org", "mail.example.org", true),
        ("*.example.org", "a.mail.example.org", false), ("*.example.org", "example.org", false), ("*.org", "example.org", false),
        ("m*.example.org", "mail.example.org", false), ("mail.example.org", "mail.example.org.evil.org", false),
        ("*.example.org", ".example.org", false),
    ])
    func certificatesNameHosts(_ pattern: String, _ host: String, _ isNamed: Bool) {
        #expect(SMTPServer.matches(pattern, host) == isNamed)
    }

    @Test func aPasswordInTheAddressIsRefusedAndNotRepeated() throws {
        let error = try #require(throws: SMTPServer.AddressError.self) { try SMTPServer(url: "smtp://user:hunter2@host") }
        #expect(!"\(error)".contains("hunter2"))
        #expect(error.mend.contains("LATCHKEY_SMTP_PASSWORD"))
    }

    @Test(arguments: [
        (ChannelError.connectTimeout(.seconds(1)) as any Error, "took too long"), (InvalidReply(), "does not answer as a mail server"),
        (NIOSSLExtraError.failedToValidateHostname, "The certificate of smtp://h:1 cannot be verified"),
        (NIOSSLError.uncleanShutdown, "TLS with smtp://h:1 failed"), (ChannelError.ioOnClosedChannel, "smtp://h:1: "),
    ])
    func errorsOfTheConnectionAreTemporary(_ error: any Error, _ text: String) {
        let described = SMTPServer(host: "h", port: 1).deliveryError(error)
        #expect(!described.isPermanent && described.detail.contains(text), "\(described)")
    }

    @Test func controlCharactersOfServerRepliesAreRemoved() {
        #expect(DeliveryError.temporary("a\u{1b}[2Jb\r\nc").detail == "a [2Jb  c")
        #expect(DeliveryError.permanent(String(repeating: "x", count: 9999)).detail.count == DeliveryError.maxDetailCharacters)
    }
}
