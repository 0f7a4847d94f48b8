import Foundation

/// The event that Firebase's JavaScript SDK waits for.
package struct WebEvent: Encodable {
    package struct Failure: Encodable {
        package let code: String
        package let message: String

        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// The `authType` of the client's request.
    package let type: String
    package var eventId: String?
    /// The absolute URL that represents the result.
    package var urlResponse: String?
    /// The session id that the result is bound to, created together with the result.
    package var sessionId: String?
    package var postBody: String?
    package var tenantId: String?
    package var error: Failure?

    package init(
        type: String, eventId: String? = nil, urlResponse: String? = nil, sessionId: String? = nil, postBody: String? = nil,
        tenantId: String? = nil, error: Failure? = nil
    ) {
        self.type = type
        self.eventId = eventId
        self.urlResponse = urlResponse
        self.sessionId = sessionId
        self.postBody = postBody
        self.tenantId = tenantId
        self.error = error
    }

    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension WebEvent {
    package init(_ failure: FlowFailure, for page: WebReturn) {
        self.init(type: page.authType, eventId: page.eventID, error: Failure(code: failure.code, message: failure.message))
    }
}
