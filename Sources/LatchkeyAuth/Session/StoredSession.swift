import Foundation
import LatchkeyWire

/// The stored data of a signed-in account.
struct StoredSession: Codable, Equatable, Sendable {
    /// The version of the format. Other versions are unreadable.
    var version = 1
    var account: LatchkeyWire.UserInfo
    var isAnonymous: Bool
    var tokens: TokenSet
    /// Data that another client of this package stores with the session.
    var note: String?

    init(account: LatchkeyWire.UserInfo, isAnonymous: Bool, tokens: TokenSet, note: String? = nil) {
        self.account = account
        self.isAnonymous = isAnonymous
        self.tokens = tokens
        self.note = note
    }

    /// Decodes a session. Throws if the data is damaged or has another version.
    init(reading bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        guard version == 1, account.localId?.isEmpty == false, !tokens.refreshToken.isEmpty else {
            throw CocoaError(.fileReadCorruptFile)
        }
    }

    var uid: String { account.localId ?? "" }

    func written() throws -> [UInt8] { try WireEncoder.encode(self) }
}
