public import HTTPTypes
public import LatchkeySecrets

extension OAuth2Description {
    /// The request for the user of an access token.
    public struct UserRequest: Sendable {
        /// Returns the path and query below the base URL of the API.
        public var target: @Sendable (_ client: OAuth2Client, _ token: Secret<String>) throws -> String
        /// The header fields besides `Authorization`.
        public var headerFields: HTTPFields
        /// Reads the body of a successful response; throws ``OAuthError``.
        public var profile: @Sendable (_ body: [UInt8]) throws -> ProviderProfile

        /// Creates a request with a fixed path and query.
        public init(
            _ target: String, headerFields: HTTPFields = Self.standardFields,
            profile: @escaping @Sendable (_ body: [UInt8]) throws -> ProviderProfile
        ) {
            self.init(target: { _, _ in target }, headerFields: headerFields, profile: profile)
        }

        /// Creates a request whose query depends on the client or on the token.
        public init(
            target: @escaping @Sendable (_ client: OAuth2Client, _ token: Secret<String>) throws -> String,
            headerFields: HTTPFields = Self.standardFields, profile: @escaping @Sendable (_ body: [UInt8]) throws -> ProviderProfile
        ) {
            self.target = target
            self.headerFields = headerFields
            self.profile = profile
        }

        /// The header fields for an API without special requirements.
        public static let standardFields: HTTPFields = [.accept: "application/json", .userAgent: "Latchkey"]
    }

    /// The request for the user's email addresses. A missing permission is not an error: the user then has no address.
    public struct AddressesRequest: Sendable {
        /// The path and query below the base URL of the API.
        public var target: String
        /// Reads the body of a successful response: the address that the provider verified. Throws ``OAuthError``.
        public var verifiedAddress: @Sendable (_ body: [UInt8]) throws -> String?

        /// Creates a request.
        public init(_ target: String, verifiedAddress: @escaping @Sendable (_ body: [UInt8]) throws -> String?) {
            self.target = target
            self.verifiedAddress = verifiedAddress
        }
    }

    /// The request for the application to which an access token was issued.
    ///
    /// Without it, a token that a user granted to another application would sign the user in here.
    public struct TokenCheck: Sendable {
        /// Whether tokens from your own code exchange are checked too, because the response has the granted scopes.
        public var isAlwaysMade: Bool
        /// Whether the request is authenticated with the client's credentials, so that it also tests these.
        public var provesClient: Bool
        /// Returns the request.
        public var request: @Sendable (_ provider: OAuth2Provider, _ token: Secret<String>) throws -> ProviderRequest
        /// Reads the body of a successful response; throws ``OAuthError``.
        public var read: @Sendable (_ body: [UInt8], _ client: OAuth2Client) throws -> TokenOwner

        /// Creates a check; see the properties for the meaning of the parameters.
        public init(
            isAlwaysMade: Bool = false, provesClient: Bool = false,
            request: @escaping @Sendable (_ provider: OAuth2Provider, _ token: Secret<String>) throws -> ProviderRequest,
            read: @escaping @Sendable (_ body: [UInt8], _ client: OAuth2Client) throws -> TokenOwner
        ) {
            self.isAlwaysMade = isAlwaysMade
            self.provesClient = provesClient
            self.request = request
            self.read = read
        }
    }

    /// The application and the user that an access token belongs to.
    public struct TokenOwner: Sendable, Equatable {
        /// The client ID of the application.
        public var clientID: String
        /// The ID of the user, if the response contains it.
        public var userID: String?
        /// The granted scopes.
        public var scopes: [String]

        /// Creates the owner of a token.
        public init(clientID: String, userID: String? = nil, scopes: [String] = []) {
            self.clientID = clientID
            self.userID = userID
            self.scopes = scopes
        }
    }
}
