import HTTPTypes

/// The error information in a provider's response, in any supported format.
///
/// Supported are JSON (`{"errors":[{"code":32,"message":"..."}]}`, `{"errors":"..."}`, `{"error":"...",
/// "error_description":"..."}`, `{"error":{...}}`, `{"message":"..."}`, and problem JSON with `title` and `detail`), forms with
/// `error` or `oauth_problem`, a `WWW-Authenticate` header with `oauth_problem`, XML with `<error code="415">`, and plain text.
public struct ProviderErrorBody: Equatable, Sendable {
    /// The provider's error number, such as Twitter's 415.
    public var number: Int?
    /// The provider's error word, such as `bad_verification_code` or `timestamp_refused`.
    public var word: String?
    /// The human-readable message.
    public var message: String?

    /// Creates an error from the known values.
    public init(number: Int? = nil, word: String? = nil, message: String? = nil) {
        self.number = number
        self.word = word
        self.message = message
    }

    /// Reads a response; `nil` when it contains no error. Accepts any bytes without failing.
    public init?(_ reply: ProviderReply) {
        guard reply.body.count <= ProviderReply.maxBytes else { return nil }
        let type = reply.head.headerFields[.contentType]?.lowercased() ?? ""
        if let error = Self.read(reply.body, contentType: type) ?? Self.read(reply.head.headerFields[values: .wwwAuthenticate]) {
            self = error
        } else {
            return nil
        }
    }

    private static func read(_ body: [UInt8], contentType: String) -> ProviderErrorBody? {
        guard let first = body.first(where: { !$0.isJSONBlank }) else { return nil }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return ProviderErrorBody(json: body)
        case UInt8(ascii: "<"): return ProviderErrorBody(xml: body)
        default: break
        }
        if let form = try? Parameters(formEncoded: body), let error = ProviderErrorBody(form) { return error }
        // The text of other types, and of forms without an error, is never shown because it may contain tokens.
        guard contentType.isEmpty || contentType.hasPrefix("text/plain") || contentType.hasPrefix("text/html"),
            !body.contains(UInt8(ascii: "=")), let text = String(validating: body.prefix(1024), as: UTF8.self)
        else { return nil }
        return ProviderErrorBody(message: text)
    }

    private static func read(_ challenges: [String]) -> ProviderErrorBody? {
        for challenge in challenges where OAuth1AuthorizationHeader.isOAuth(challenge) {
            if let header = try? OAuth1AuthorizationHeader(parsing: challenge),
                let error = ProviderErrorBody(header.parameters)
            {
                return error
            }
        }
        return nil
    }

    /// Reads the parameters of a form body, a callback or a challenge; `nil` when they contain no error.
    init?(_ parameters: Parameters) {
        if let problem = parameters["oauth_problem"] {
            self.init(word: problem, message: parameters["oauth_problem_advice"])
        } else if let error = parameters["error"] {
            self.init(word: error, message: parameters["error_description"])
        } else {
            return nil
        }
    }
}
