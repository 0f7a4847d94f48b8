import Foundation
import LatchkeyWire

/// The parts of a Firebase 2.x session that the current client does not have. They are stored with the session for the next run.
struct SessionNote: Sendable {
    /// The value of `auth` in the database's rules.
    var auth: [String: any Sendable]
    var provider: String
    var providerData: [String: any Sendable]

    init(auth: [String: any Sendable], provider: String, providerData: [String: any Sendable]) {
        self.auth = auth
        self.provider = provider
        self.providerData = providerData
    }

    /// Reads a note. Returns `nil` for text that is not one.
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
