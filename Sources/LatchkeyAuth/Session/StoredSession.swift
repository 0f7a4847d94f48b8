import Foundation
import LatchkeyWire

/// What is written down of a signed-in account.
struct StoredSession: Codable, Equatable, Sendable {
    /// The form of this record; another one counts as unreadable.
    var version = 1
    var account: LatchkeyWire.UserInfo
    var isAnonymous: Bool
    var tokens: TokenSet
    /// What another client of this package keeps with the session, for as long as it lasts.
    var note: String?

    init(account: LatchkeyWire.UserInfo, isAnonymous: Bool, tokens: TokenSet, note: String? = nil) {
        self.account = account
        self.isAnonymous = isAnonymous
        self.tokens = tokens
        self.note = note
    }

    /// Reads a record; throws when it is damaged or of another version.
    init(reading bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        guard version == 1, account.localId?.isEmpty == false, !tokens.refreshToken.isEmpty else {
            throw CocoaError(.fileReadCorruptFile)
        }
    }

    var uid: String { account.localId ?? "" }

    func written() throws -> [UInt8] { try WireEncoder.encode(self) }
}
