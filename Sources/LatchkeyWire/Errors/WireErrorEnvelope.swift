/// The body of Google's error responses: `{"error": {"code", "message", "errors": [...], "status"}}`.
public struct WireErrorEnvelope: Codable, Equatable, Sendable {
    /// An entry of `errors`.
    public struct Item: Codable, Equatable, Sendable {
        /// The same message as in the envelope.
        public var message: String?
        /// The domain; `global` for account errors.
        public var domain: String? = "global"
        /// The reason; `invalid` for account errors.
        public var reason: String?
        /// The name of the invalid header or parameter.
        public var location: String?
        /// The location of that name, for example `header`.
        public var locationType: String?

        package init(message: String? = nil, reason: String? = "invalid", location: String? = nil, locationType: String? = nil) {
            self.message = message
            self.reason = reason
            self.location = location
            self.locationType = locationType
        }
    }

    /// The HTTP status.
    public var code: Int
    /// `CODE`, `CODE : detail`, or a sentence if the error has no code.
    public var message: String
    /// A single entry with the same message.
    public var errors: [Item]
    /// The status, such as `INVALID_ARGUMENT`; absent for account errors.
    public var status: String?

    /// Creates an envelope from its members. If `errors` is omitted, it contains one entry with the message.
    public init(code: Int, message: String, errors: [Item]? = nil, status: String? = nil) {
        self.code = code
        self.message = message
        self.errors = errors ?? [Item(message: message)]
        self.status = status
    }

    /// Creates the response for an error code, by default with the HTTP status 400 and without `status`, as for account errors.
    public init(_ code: WireErrorCode, detail: String? = nil, httpStatus: Int = 400, status: String? = nil) {
        self.init(code: httpStatus, message: WireErrorMessage(code, detail: detail).text, status: status)
    }

    /// Creates the response for a body that could not be decoded.
    public init(_ error: WireDecodingError) {
        self.init(
            code: 400, message: error.message, errors: [Item(message: error.message, reason: error.reason)],
            status: "INVALID_ARGUMENT")
    }

    /// The code and the detail of the message.
    public var parsedMessage: WireErrorMessage { WireErrorMessage(parsing: message) }

    private enum OuterKeys: String, CodingKey { case error }
    private enum CodingKeys: String, CodingKey { case code, message, errors, status }

    /// Decodes an envelope. Servers may omit `code` or `errors`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: OuterKeys.self)
            .nestedContainer(keyedBy: CodingKeys.self, forKey: .error)
        code = try container.decodeIfPresent(Int.self, forKey: .code) ?? 0
        message = try container.decode(String.self, forKey: .message)
        errors = try container.decodeIfPresent([Item].self, forKey: .errors) ?? []
        status = try container.decodeIfPresent(String.self, forKey: .status)
    }

    /// Encodes the envelope.
    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: OuterKeys.self)
        var container = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .error)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(errors, forKey: .errors)
        try container.encodeIfPresent(status, forKey: .status)
    }
}
