public import HTTPTypes

/// A request to a provider, ready to be sent by whoever does the input and output.
public struct ProviderRequest: Sendable, Equatable {
    /// Method, scheme, authority, path with query, and header fields.
    public var head: HTTPRequest
    /// The body; empty for none.
    public var body: [UInt8]

    /// A request to an absolute `http` or `https` URL of at most 8192 bytes; its fragment is dropped.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    public init(method: HTTPRequest.Method, url: String, headerFields: HTTPFields = [:], body: [UInt8] = []) throws {
        let address = try WebAddress(url)
        let path = address.query.map { "\(address.path)?\($0)" } ?? address.path
        head = HTTPRequest(
            method: method, scheme: address.scheme, authority: address.authority, path: path, headerFields: headerFields)
        self.body = body
    }

    /// A `POST` of a form, with its `Content-Type`.
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

// Header and body hold tokens and secrets, and a query may: none of them belongs in a log.
extension ProviderRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and URL without the query.
    public var description: String { "\(head.method.rawValue) \(url.prefix { $0 != "?" })" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
