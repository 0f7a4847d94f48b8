public import Foundation
public import LatchkeySecrets

/// The session of a signed-in device, found by the key of its refresh token.
public struct Session: Sendable, Equatable {
    /// The id of the session, which stays the same when its refresh token rotates.
    public let id: SessionID
    /// The account that is signed in.
    public let account: AccountID
    /// The project and the tenant of the account.
    public let realm: Realm
    /// The key of the refresh token. The token itself is not stored.
    public let refreshToken: Fingerprint
    /// The number of rotations of the refresh token; 0 while the token never changes.
    public var generation: Int
    /// The time of the sign-in.
    public let createdAt: Date
    /// The time at which the session last got an ID token.
    public var lastUsedAt: Date
    /// The time of the last authentication.
    public internal(set) var authenticatedAt: Date
    /// The method of the authentication: `sign_in_provider` of the tokens.
    public let method: ProviderID
    /// The second factor of the sign-in; `nil` if none was needed.
    public let secondFactor: UsedSecondFactor?
    /// A JSON object. Its members appear in every ID token of this session, and override the account's claims.
    public let claims: String?
    /// The device and the app, as they described themselves at the sign-in.
    public let client: ClientDescription
    /// The time at which the session ends; `nil` for a session without an end.
    public let endsAt: Date?
    /// The networks from which the session was used, besides the one where it began, oldest first: `192.0.2.0/24`, `2001:db8::/64`.
    public var networks: [String]

    /// Creates a session from its stored values.
    public init(
        id: SessionID, account: AccountID, realm: Realm, refreshToken: Fingerprint, generation: Int = 0, createdAt: Date,
        lastUsedAt: Date? = nil, authenticatedAt: Date? = nil, method: ProviderID, secondFactor: UsedSecondFactor? = nil,
        claims: String? = nil, client: ClientDescription = .init(), endsAt: Date? = nil, networks: [String] = []
    ) {
        self.id = id
        self.account = account
        self.realm = realm
        self.refreshToken = refreshToken
        self.generation = generation
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt ?? createdAt
        self.authenticatedAt = authenticatedAt ?? createdAt
        self.method = method
        self.secondFactor = secondFactor
        self.claims = claims
        self.client = client
        self.endsAt = endsAt
        self.networks = networks
    }

    /// Whether the session has ended at a time.
    package func isOver(at now: Date) -> Bool { endsAt.map { $0 <= now } ?? false }
}

/// The client's description of itself and its address, for lists of sessions; not used for decisions.
public struct ClientDescription: Sendable, Equatable {
    /// The app id or bundle id (`X-Firebase-GMPID` or `X-Ios-Bundle-Identifier`); for a call of an administrator, its author.
    public var app: String?
    /// The version of the client library (`X-Client-Version`).
    public var version: String?
    /// The IP address of the client.
    public var address: String?
    /// The value of `User-Agent`.
    public var userAgent: String?

    /// The maximum length of a value in bytes. Longer values are cut, because they come from the client and are stored.
    package static let maxBytes = 512

    /// Creates a description. Values longer than ``maxBytes`` are cut.
    public init(app: String? = nil, version: String? = nil, address: String? = nil, userAgent: String? = nil) {
        self.app = app.map(Self.cut)
        self.version = version.map(Self.cut)
        self.address = address.map(Self.cut)
        self.userAgent = userAgent.map(Self.cut)
    }

    /// Cuts by bytes, not characters: one character may consist of any number of bytes.
    private static func cut(_ text: String) -> String {
        text.utf8.count <= maxBytes ? text : String(decoding: text.utf8.prefix(maxBytes), as: UTF8.self)
    }
}
