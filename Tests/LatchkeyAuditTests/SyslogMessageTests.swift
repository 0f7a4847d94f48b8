import Foundation
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeyAudit

@Suite struct SyslogMessageTests {
    private func text(_ event: AuthEvent) -> String {
        let message = SyslogMessage(entry: .event(sequence: 7, link: .zero, event), host: "auth host", process: 42)
        return String(decoding: message.bytes, as: UTF8.self)
    }

    /// RFC 5424, section 6: header, structured data, text.
    @Test func hasTheFormOfTheStandard() {
        let event = AuthEvent(
            at: Date(millisecondsSince1970: 1_769_860_800_250), realm: .sample, kind: .signIn, outcome: .refused, subject: "ada",
            method: .password, reason: "INVALID_LOGIN_CREDENTIALS", address: "192.0.2.1")
        let hash = String(repeating: "0", count: 64)
        #expect(
            text(event) == """
                <84>1 2026-01-31T12:00:00.250Z auth?host latchkey 42 sign_in [latchkey@32473 sequence="7" hash="\(hash)" \
                project="sample-project" type="sign_in" outcome="refused" localId="ada" method="password" \
                reason="INVALID_LOGIN_CREDENTIALS" address="192.0.2.1"] sign_in refused
                """)
    }

    /// RFC 5424, section 6.3.3. A line break would begin another message at some receivers.
    @Test func valuesCannotEndThemselves() {
        let event = AuthEvent(
            at: Date(millisecondsSince1970: 0), realm: .sample, kind: AuthEvent.Kind(rawValue: "a b\n]"), outcome: .allowed,
            actor: "x\"] \\ y\r\n<1>", reason: String(repeating: "ä", count: 3000))
        let text = text(event)
        #expect(text.hasPrefix("<86>1 1970-01-01T00:00:00.000Z auth?host latchkey 42 a?b?] ["))
        #expect(text.contains(#"actor="x\"\] \\ y\#u{fffd}\#u{fffd}<1>""#))
        #expect(text.contains("\"" + String(repeating: "ä", count: 1024) + "\""))
        #expect(!text.utf8.contains { $0 < 0x20 })
    }

    @Test func deletedEventsAreAnEntry() {
        let message = SyslogMessage(entry: .removed(3...9), host: "h", process: 1)
        #expect(
            String(decoding: message.bytes, as: UTF8.self)
                == #"<86>1 - h latchkey 1 removed [latchkey@32473 sequence="9" firstSequence="3" type="removed"] removed"#)
    }
}
