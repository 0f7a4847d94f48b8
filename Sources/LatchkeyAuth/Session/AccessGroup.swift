import Foundation
import LatchkeyWire

/// A keychain access group that apps of one developer share. It is stored in the app's own storage, so that the next run finds the session.
struct AccessGroup: Codable, Equatable, Sendable {
    /// The name as in the app's entitlements, with the team's prefix: `TEAMID.com.example.shared`.
    let name: String
    /// Whether the session is synchronized to the user's other devices.
    let isSynchronized: Bool

    private enum CodingKeys: String, CodingKey {
        case name = "accessGroup"
        case isSynchronized
    }

    init(name: String, isSynchronized: Bool) {
        self.name = name
        self.isSynchronized = isSynchronized
    }

    /// Reads a stored group. Returns `nil` for other data, such as a session.
    init?(reading bytes: [UInt8]) {
        guard let group = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = group
    }

    func written() throws -> [UInt8] { try WireEncoder.encode(self) }
}
