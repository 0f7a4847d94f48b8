import Foundation
import LatchkeySecrets

@testable import LatchkeyIdentity

/// Writes tokens as other programs write them, with full control over every part.
package enum TokenForge {
    package static func part(_ json: String) -> String { Base64URL.encode(json.utf8) }

    package static func json(_ members: [String: any Sendable]) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self)
    }
}
