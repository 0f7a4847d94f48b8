import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// The unused codes of mails and text messages, in plain text.
struct EmulatedCodes: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let phoneCodes: PhoneCodeLedger
    let now: WallClock

    private static let maxMessages = 1000

    /// A code in a mail, with the member names of Google's emulator.
    struct OobCode: Codable, Sendable {
        var email: String
        var requestType: String
        var oobCode: String
        var oobLink: String
        var newEmail: String?
    }

    /// A code in a text message.
    struct VerificationCode: Codable, Sendable {
        var phoneNumber: String
        var code: String
        var sessionInfo: String
    }

    /// Returns the codes that are still valid, oldest first. The store keeps only fingerprints of codes; the codes themselves are read
    /// from the outbox.
    func oneTimeCodes(in realm: Realm) async throws -> [OobCode] {
        let outbox = Outbox(sealer: sealer)
        let instant = now()
        let codes: [OobCode] = try await store.read { view in
            try view.outboxMessages(of: realm.project, limit: Self.maxMessages).reversed().compactMap { message in
                guard message.realm == realm, let link = try outbox.content(of: message).link, let text = Self.code(in: link),
                    let code = try view.oneTimeCode(Fingerprint(of: text)), code.realm == realm, code.expiresAt > instant
                else {
                    return nil
                }
                return OobCode(
                    email: (code.email ?? code.recipient).text, requestType: code.kind.rawValue, oobCode: text, oobLink: link,
                    newEmail: code.newEmail?.text)
            }
        }
        return codes.map { code in
            var code = code
            code.oobLink = Emulator.shown(code.oobLink)
            return code
        }
    }

    func phoneCodes(in realm: Realm) async throws -> [VerificationCode] {
        let instant = now()
        let sent = phoneCodes.codes(in: realm, at: instant)
        let waiting = try await store.read { view in
            try sent.filter { try view.hasPhoneCode(Fingerprint(of: $0.sessionInfo), at: instant) }
        }
        return waiting.map {
            VerificationCode(phoneNumber: $0.phoneNumber.text, code: $0.code, sessionInfo: $0.sessionInfo)
        }
    }

    private static func code(in link: String) -> String? {
        guard let mark = link.firstIndex(of: "?") else { return nil }
        return (try? Parameters(formEncoded: String(link[link.index(after: mark)...])))?["oobCode"]
    }
}
