public import HTTPTypes

/// A request to a provider, ready for the HTTP client to send.
public struct ProviderRequest: Sendable, Equatable {
    /// Method, scheme, authority, path with query, and header fields.
    public var head: HTTPRequest
    /// The body; empty if there is none.
    public var body: [UInt8]

    /// Creates a request to an absolute `http` or `https` URL of at most 8192 bytes; the fragment is dropped.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    public init(method: HTTPRequest.Method, url: String, headerFields: HTTPFields = [:], body: [UInt8] = []) throws {
        let address = try WebAddress(url)
        let path = address.query.map { "\(address.path)?\($0)" } ?? address.path
        head = HTTPRequest(
            method: method, scheme: address.scheme, authority: address.authority, path: path, headerFields: headerFields)
        self.body = body
    }

    /// Creates a `POST` request with a form body and its `Content-Type`.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    public init(postingForm form: Parameters, to url: String, headerFields: HTTPFields = [:]) throws {
        var headerFields = headerFields
        headerFields[.contentType] = MediaType.form
        try self.init(method: .post, url: url, headerFields: headerFields, body: Array(form.formEncoded.utf8))
    }

    /// The absolute URL, with its query.
    public var url: String {
        (head.scheme ?? "https") + "://" + (head.authority ?? "") + (head.path ?? "/")
    }
}

// The header and body contain tokens and secrets, and a query may contain them: none of these belongs in a log.
extension ProviderRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL without the query.
    public var description: String { "\(head.method.rawValue) \(url.prefix { $0 != "?" })" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
