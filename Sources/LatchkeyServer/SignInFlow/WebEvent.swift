#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What Firebase's JavaScript client waits for.
struct WebEvent: Encodable {
    struct Failure: Encodable {
        let code: String
        let message: String
    }

    /// The `authType` that the client began with.
    let type: String
    var eventId: String?
    /// The absolute address that stands for the result.
    var urlResponse: String?
    /// What the result is bound to; made up when the result is.
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
