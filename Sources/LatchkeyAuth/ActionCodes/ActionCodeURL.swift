public import Foundation
import LatchkeyOAuth

/// The parts of an action link from an email.
public struct ActionCodeURL: Sendable, Equatable {
    /// The API key of the project.
    public let apiKey: String?
    /// The operation of the code.
    public let operation: ActionCodeOperation
    /// The action code.
    public let code: String?
    /// The URL to continue to after the operation.
    public let continueURL: URL?
    /// The language of the page that the link opens.
    public let languageCode: String?

    /// The maximum number of links that are nested in one another (`link`, `deep_link_id`).
    private static let maxDepth = 4
    private static let maxBytes = 16_384

    /// Parses a link.
    ///
    /// - Returns: `nil` if the text is not a link with a query.
    public init?(link: String) {
        guard link.utf8.count <= Self.maxBytes, let query = Self.query(of: link, depth: 0) else { return nil }
        apiKey = query["apiKey"]
        operation = ActionCodeOperation(mode: query["mode"])
        code = query["oobCode"]
        continueURL = query["continueUrl"].flatMap { URL(string: $0) }
        languageCode = query["lang"] ?? query["languageCode"]
    }

    /// Returns the query parameters of a link, or of the link nested in it.
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
