public import Foundation
import LatchkeyOAuth

/// The link of a mail, taken apart.
public struct ActionCodeURL: Sendable, Equatable {
    /// The key of the project.
    public let apiKey: String?
    /// What the code does.
    public let operation: ActionCodeOperation
    /// The code.
    public let code: String?
    /// Where the person goes on afterwards.
    public let continueURL: URL?
    /// The language of the page behind the link.
    public let languageCode: String?

    /// Links may be wrapped this often in others (`link`, `deep_link_id`).
    private static let maxDepth = 4
    private static let maxBytes = 16_384

    /// - Returns: `nil` for a text that is no link with parameters.
    public init?(link: String) {
        guard link.utf8.count <= Self.maxBytes, let query = Self.query(of: link, depth: 0) else { return nil }
        apiKey = query["apiKey"]
        operation = ActionCodeOperation(mode: query["mode"])
        code = query["oobCode"]
        continueURL = query["continueUrl"].flatMap { URL(string: $0) }
        languageCode = query["lang"] ?? query["languageCode"]
    }

    /// The parameters of a link, or of the one that it wraps.
    private static func query(of link: String, depth: Int) -> Parameters? {
        guard depth < maxDepth, let mark = link.firstIndex(of: "?") else { return nil }
        let text = link[link.index(after: mark)...].prefix { $0 != "#" }
        guard let query = try? Parameters(formEncoded: String(text)) else { return nil }
        if query["oobCode"] == nil, let inner = query["link"] ?? query["deep_link_id"] {
            return Self.query(of: inner, depth: depth + 1) ?? query
        }
        return query
    }
}
