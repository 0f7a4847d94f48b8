import HTTPTypes
import LatchkeyOAuth

/// Returns a whole request as readable text for comparison.
func transcript(_ request: ProviderRequest) -> String {
    var lines = ["\(request.head.method.rawValue) \(request.url)"]
    for field in request.head.headerFields {
        lines.append("\(field.name.rawName): \(field.value)")
    }
    if !request.body.isEmpty {
        lines.append("")
        lines.append(String(decoding: request.body, as: UTF8.self))
    }
    return lines.joined(separator: "\n")
}

/// The parameters of a request's OAuth header.
func headerParameters(_ request: ProviderRequest) throws -> Parameters {
    try OAuth1AuthorizationHeader(parsing: request.head.headerFields[.authorization] ?? "").parameters
}

/// Returns a reply with a text as its body.
func reply(_ status: HTTPResponse.Status, _ body: String, _ fields: HTTPFields = [:]) -> ProviderReply {
    ProviderReply(status: status, headerFields: fields, body: Array(body.utf8))
}

/// The requests and the outcome of a conversation with a list of replies.
struct Played<Outcome: Sendable> {
    var requests: [ProviderRequest] = []
    var outcome: Outcome?
    var error: OAuthError?
}

/// Passes the replies to a conversation one by one, until it finishes, fails, or needs more of them.
func play<Talk: Conversation>(_ conversation: Talk, _ replies: [ProviderReply]) -> Played<Talk.Outcome> {
    var conversation = conversation
    var played = Played<Talk.Outcome>()
    var rest = replies[...]
    do {
        var step = try conversation.begin()
        while true {
            switch step {
            case .send(let request):
                played.requests.append(request)
                guard let next = rest.popFirst() else { return played }
                step = try conversation.receive(next)
            case .finished(let outcome):
                played.outcome = outcome
                return played
            }
        }
    } catch {
        played.error = error as? OAuthError
    }
    return played
}

/// Returns the ``OAuthError`` that the closure throws; `nil` for any other result.
func oauthError(_ body: () throws -> some Any) -> OAuthError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? OAuthError
    }
}

/// Returns the problem that the closure throws.
func problem(_ body: () throws -> some Any) -> OAuth1Problem? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? OAuth1Problem
    }
}
