/// Google's error reply: `{"error": {"code", "message", "errors": [...], "status"}}`.
public struct WireErrorEnvelope: Codable, Equatable, Sendable {
    /// One entry of `errors`.
    public struct Item: Codable, Equatable, Sendable {
        /// The same message as the envelope's.
        public var message: String?
        /// The area; `global` for errors of accounts.
        public var domain: String?
        /// The kind of fault; `invalid` for errors of accounts.
        public var reason: String?
        /// The name of the header or parameter that is wrong.
        public var location: String?
        /// Where that name is looked up, for example `header`.
        public var locationType: String?

        /// Takes every member by name; what is left out stays off the wire.
        public init(
            message: String? = nil, domain: String? = "global", reason: String? = "invalid", location: String? = nil,
            locationType: String? = nil
        ) {
            self.message = message
            self.domain = domain
            self.reason = reason
            self.location = location
            self.locationType = locationType
        }
    }

    /// The HTTP status.
    public var code: Int
    /// `CODE`, `CODE : detail`, or a sentence where the fault has no code.
    public var message: String
    /// One entry, with the same message.
    public var errors: [Item]
    /// A word for the kind of fault, such as `INVALID_ARGUMENT`; absent for errors of accounts.
    public var status: String?

    /// Takes every member by name; `errors` left out becomes one entry with the message.
    public init(code: Int, message: String, errors: [Item]? = nil, status: String? = nil) {
        self.code = code
        self.message = message
        self.errors = errors ?? [Item(message: message)]
        self.status = status
    }

    /// The reply for a wire code; with status 400 and without a `status` word, as errors of accounts are sent.
    public init(_ code: WireErrorCode, detail: String? = nil, httpStatus: Int = 400, status: String? = nil) {
        self.init(code: httpStatus, message: WireErrorMessage(code, detail: detail).text, status: status)
    }

    /// The reply for a body that could not be read.
    public init(_ error: WireDecodingError) {
        self.init(
            code: 400, message: error.message, errors: [Item(message: error.message, reason: error.reason)],
            status: "INVALID_ARGUMENT")
    }

    /// The message in its two parts.
    public var parsedMessage: WireErrorMessage { WireErrorMessage(parsing: message) }

    private enum OuterKeys: String, CodingKey { case error }
    private enum CodingKeys: String, CodingKey { case code, message, errors, status }

    /// Reads an envelope; a server that leaves out `code` or `errors` is understood.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: OuterKeys.self)
            .nestedContainer(keyedBy: CodingKeys.self, forKey: .error)
        code = try container.decodeIfPresent(Int.self, forKey: .code) ?? 0
        message = try container.decode(String.self, forKey: .message)
        errors = try container.decodeIfPresent([Item].self, forKey: .errors) ?? []
        status = try container.decodeIfPresent(String.self, forKey: .status)
    }

    /// Writes the envelope.
    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: OuterKeys.self)
        var container = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .error)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(errors, forKey: .errors)
        try container.encodeIfPresent(status, forKey: .status)
    }
}
