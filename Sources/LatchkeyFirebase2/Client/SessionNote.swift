import Foundation
import LatchkeyWire

/// What belongs to a session in Firebase 2.x and not in today's client; kept with the session, so that it is there at the next start.
struct SessionNote: Sendable {
    /// What the database's rules have as `auth`.
    var auth: [String: any Sendable]
    var provider: String
    var providerData: [String: any Sendable]

    init(auth: [String: any Sendable], provider: String, providerData: [String: any Sendable]) {
        self.auth = auth
        self.provider = provider
        self.providerData = providerData
    }

    /// nil for what is none.
    init?(text: String) {
        guard let members = PlainJSON.object(text.utf8), let provider = members["provider"] as? String else { return nil }
        self.provider = provider
        auth = members["auth"] as? [String: any Sendable] ?? [:]
        providerData = members["providerData"] as? [String: any Sendable] ?? [:]
    }

    var text: String? {
        let members: [String: Any] = ["provider": provider, "auth": auth, "providerData": providerData]
        guard JSONSerialization.isValidJSONObject(members), let data = try? JSONSerialization.data(withJSONObject: members) else {
            return nil
        }
        return String(decoding: data, as: UTF8.self)
    }
}
