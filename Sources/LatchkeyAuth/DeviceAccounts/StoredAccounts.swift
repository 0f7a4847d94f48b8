import Foundation
import LatchkeyWire

/// The stored form of a device's accounts.
struct StoredAccounts: Codable {
    /// The version of the format. Other versions are unreadable.
    private var version = 1
    private var entries: [Entry]

    private struct Entry: Codable {
        var type: String
        var username: String
        var fullName: String?
        var userID: String?
        var server: String?
        var token: String
        var secret: String
    }

    init(_ accounts: [DeviceAccount]) {
        entries = accounts.map { account in
            let (token, secret) = account.tokenPair
            return Entry(
                type: account.accountType.identifier, username: account.username, fullName: account.userFullName, userID: account.userID,
                server: account.server, token: token, secret: secret)
        }
    }

    /// Decodes accounts. Throws if the data is damaged or has another version.
    init(reading bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        guard version == 1 else { throw CocoaError(.fileReadCorruptFile) }
    }

    func written() throws -> [UInt8] { try WireEncoder.encode(self) }

    var accounts: [DeviceAccount] {
        entries.map { entry in
            DeviceAccount(
                accountType: DeviceAccountType(identifier: entry.type), username: entry.username, userFullName: entry.fullName,
                userID: entry.userID, server: entry.server, token: entry.token, secret: entry.secret)
        }
    }
}
