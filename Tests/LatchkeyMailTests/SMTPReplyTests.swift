import Testing

@testable import LatchkeyMail

@Suite struct SMTPReplyTests {
    private func replies(_ text: String) throws -> [SMTPReply] {
        var reader = SMTPReplyReader()
        return try text.utf8.compactMap { byte in try reader.read(byte) }
    }

    @Test func repliesHaveACodeAndLines() throws {
        // RFC 5321, section 4.2.1 and appendix D.
        #expect(
            try replies("220 foo.com Simple Mail Transfer Service Ready\r\n250-foo.com greets bar.com\r\n250-8BITMIME\r\n250 HELP\r\n")
                == [
                    SMTPReply(code: 220, lines: ["foo.com Simple Mail Transfer Service Ready"]),
                    SMTPReply(code: 250, lines: ["foo.com greets bar.com", "8BITMIME", "HELP"]),
                ])
        #expect(try replies("250\r\n354 go\n") == [SMTPReply(code: 250, lines: [""]), SMTPReply(code: 354, lines: ["go"])])
        #expect(try replies("250-a\r\n250").isEmpty)
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n", "\r\n", "25\r\n", "250_\r\n", "150 x\r\n", "600 x\r\n", "250-a\r\n251 b\r\n",
        String(repeating: "2", count: 2049), String(repeating: "250-x\r\n", count: 101),
    ])
    func otherBytesAreRefused(_ text: String) {
        #expect(throws: InvalidReply.self) { try replies(text) }
    }

    @Test func extensionsAreReadFromTheReplyToEHLO() {
        let reply = SMTPReply(code: 250, lines: ["STARTTLS.example.org", "SIZE 1000", "auth plain login", "AUTH=CRAM-MD5", "SMTPUTF8"])
        let extensions = SMTPExtensions(reply)
        #expect(extensions.mechanisms == ["PLAIN", "LOGIN", "CRAM-MD5"])
        #expect(extensions.hasSize && extensions.hasSMTPUTF8 && !extensions.hasStartTLS)
    }
}
