import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyMail

@Suite struct MailMessageTests {
    private func mail(
        id: String = "id-1", from: MailAddress? = nil, subject: String = "Subject", language: String = "en", text: String = "Hello",
        html: String? = nil
    ) throws -> MailMessage {
        try MailMessage(
            id: id, date: ManualClock.start, from: from ?? MailAddress("accounts@example.org", name: "Lace & Co"),
            replyTo: MailAddress("help@example.org"), to: MailAddress("ada@example.org"), subject: subject, language: language, text: text,
            html: html)
    }

    @Test func aMailIsWrittenOutInFull() throws {
        let mail = try mail(subject: "Grüße", text: "Zoë\r\n.\nend ", html: "<p>Zoë</p>")
        let expected = """
            Date: Sun, 01 Mar 2026 12:00:00 +0000
            From: =?UTF-8?B?TGFjZSAmIENv?=
             <accounts@example.org>
            To: ada@example.org
            Subject: =?UTF-8?B?R3LDvMOfZQ==?=
            Message-ID: <id-1@example.org>
            Reply-To: help@example.org
            Content-Language: en
            Auto-Submitted: auto-generated
            X-Auto-Response-Suppress: All
            MIME-Version: 1.0
            Content-Type: multipart/alternative;
             boundary="=_latchkey_id-1"

            --=_latchkey_id-1
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Zo=C3=AB
            .
            end=20
            --=_latchkey_id-1
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <p>Zo=C3=AB</p>
            --=_latchkey_id-1--

            """
        #expect(String(decoding: mail.bytes, as: UTF8.self) == expected.replacingOccurrences(of: "\n", with: "\r\n"))
    }

    @Test(arguments: ["\r\nBcc: eve@example.org", "\nBcc: eve@example.org", "\u{0}", "\u{85}", "\u{2028}", "\r"])
    func noFieldCanEndItsLine(_ attack: String) throws {
        #expect(throws: MailFieldError.self) { try mail(subject: "a" + attack) }
        #expect(throws: MailFieldError.self) { try mail(id: "a" + attack) }
        #expect(throws: MailFieldError.self) { try mail(language: "a" + attack) }
        #expect(throws: MailFieldError.self) { try MailAddress("ada@example.org" + attack) }
        #expect(throws: MailFieldError.self) { try MailAddress("a" + attack + "@example.org") }
        #expect(throws: MailFieldError.self) { try MailAddress("ada@example.org", name: "Ada" + attack) }
        #expect(throws: MailFieldError.self) { try MailAddress(parsing: "Ada\(attack) <ada@example.org>") }
    }

    @Test(arguments: [
        "", "ada", "@example.org", "ada@", "a@b@c", "ada@example.org>", "<ada@example.org", "ada lovelace@example.org",
        "ada,eve@example.org",
        "\"ada\"@example.org", "ada@[127.0.0.1]", "ada@example.org (Ada)", "a\u{a0}b@example.org", "a\u{200b}b@example.org",
        "a@b@\u{301}c.org", "a\u{fff9}@example.org",
        String(repeating: "a", count: 250) + "@example.org",
    ])
    func anAddressIsAPlainOne(_ text: String) {
        #expect(throws: MailFieldError.self) { try MailAddress(text) }
    }

    @Test(arguments: [
        ("ada@example.org", nil, "ada@example.org"), ("Ada <ada@example.org>", "Ada", "ada@example.org"),
        ("ädä@bücher.example", nil, "ädä@bücher.example"), ("\"Lace, Inc.\" <ada@example.org>", "Lace, Inc.", "ada@example.org"),
        ("<ada@example.org>", nil, "ada@example.org"),
        ("Zoë <o'neill+x@example.org>", "Zoë", "o'neill+x@example.org"),
    ])
    func aSenderIsReadWithItsName(_ text: String, _ name: String?, _ address: String) throws {
        let read = try MailAddress(parsing: text)
        #expect(read.name == name && read.address == address)
    }

    @Test(arguments: [
        "Short", String(repeating: "long word ", count: 24), String(repeating: "Grüße ", count: 40), String(repeating: "مرحبا ", count: 40),
        "=?UTF-8?B?SGFjaw==?=", String(repeating: "👩‍👩‍👧‍👦", count: 30),
    ])
    func everyLineIsShortAndASCII(_ text: String) throws {
        let subject = String(text.prefix(MailMessage.maxSubjectCharacters))
        let body = String(repeating: text + "\n", count: 3) + String(repeating: text, count: 20) + "= \t\n."
        let bytes = try mail(subject: subject, text: body, html: body).bytes
        #expect(bytes.allSatisfy { $0 < 0x80 })
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") && !$0.contains("\r") })
    }

    @Test func bodiesHaveALimit() {
        #expect(throws: MailFieldError.self) { try mail(text: String(repeating: "x", count: MailMessage.maxBodyBytes + 1)) }
    }
}
