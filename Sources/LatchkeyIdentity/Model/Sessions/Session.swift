public import Foundation
public import LatchkeySecrets

/// The session of a signed-in device, found by the fingerprint of its refresh token.
public struct Session: Sendable, Equatable {
    public let id: SessionID
    public let account: AccountID
    public let realm: Realm
    public let refreshToken: Fingerprint
    /// The number of rotations of the refresh token; 0 while the token never changes.
    public var generation: Int
    public let createdAt: Date
    public var lastUsedAt: Date
    /// The time of the last authentication.
    public internal(set) var authenticatedAt: Date
    /// The method of the authentication: `sign_in_provider` of the tokens.
    public let method: ProviderID
    public let secondFactor: UsedSecondFactor?
    /// A JSON object. Its members appear in every ID token of this session, and override the account's claims.
    public let claims: String?
    public let client: ClientDescription
    /// The time at which the session ends; `nil` for a session without an end.
    public let endsAt: Date?
    /// The networks from which the session was used, besides the one where it began, oldest first: `192.0.2.0/24`, `2001:db8::/64`.
    public var networks: [String]

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
    public func isOver(at now: Date) -> Bool { endsAt.map { $0 <= now } ?? false }
}

/// The client's description of itself and its address, for lists of sessions; not used for decisions.
public struct ClientDescription: Sendable, Equatable {
    public var app: String?
    public var version: String?
    public var address: String?
    public var userAgent: String?

    /// The maximum length of a value in bytes. Longer values are cut, because they come from the client and are stored.
    public static let maxBytes = 512

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
