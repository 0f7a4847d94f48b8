#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The event that Firebase's JavaScript SDK waits for.
struct WebEvent: Encodable {
    struct Failure: Encodable {
        let code: String
        let message: String
    }

    /// The `authType` of the client's request.
    let type: String
    var eventId: String?
    /// The absolute URL that represents the result.
    var urlResponse: String?
    /// The session id that the result is bound to, created together with the result.
    var sessionId: String?
    var postBody: String?
    var tenantId: String?
    var error: Failure?

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension WebEvent {
    init(_ failure: FlowFailure, for page: WebReturn) {
        self.init(type: page.authType, eventId: page.eventID, error: Failure(code: failure.code, message: failure.message))
    }
}
