import Foundation
import LatchkeyWire

/// A place that apps of one developer share, and how; written down in the app's own place, so that the next start finds the session.
struct AccessGroup: Codable, Equatable, Sendable {
    /// As in the app's entitlements, with the team's prefix: `TEAMID.com.example.shared`.
    let name: String
    /// Whether the person's other devices get the session too.
    let isSynchronized: Bool

    private enum CodingKeys: String, CodingKey {
        case name = "accessGroup"
        case isSynchronized
    }

    init(name: String, isSynchronized: Bool) {
        self.name = name
        self.isSynchronized = isSynchronized
    }

    /// `nil` for what is no such record: a session.
    init?(reading bytes: [UInt8]) {
        guard let group = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = group
    }

    func written() throws -> [UInt8] { try WireEncoder.encode(self) }
}
