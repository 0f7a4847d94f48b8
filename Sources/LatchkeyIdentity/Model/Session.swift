public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A device that stays signed in, found by the fingerprint of its refresh token.
public struct Session: Sendable, Equatable {
    public let id: SessionID
    public let account: AccountID
    public let realm: Realm
    public let refreshToken: Fingerprint
    /// Counts rotations of the refresh token; 0 as long as it stays the same for the session's life.
    public var generation: Int
    public let createdAt: Date
    public var lastUsedAt: Date
    /// When the person proved who they are.
    public internal(set) var authenticatedAt: Date
    /// `sign_in_provider` of the tokens: how the person proved it.
    public let method: ProviderID
    public let secondFactor: UsedSecondFactor?
    /// A JSON object whose members appear in every ID token of this session, and win over the account's own.
    public let claims: String?
    public let client: ClientDescription
    /// When it ends by itself; nil for never.
    public let endsAt: Date?
    /// Networks from which it was used, besides the one where it began, oldest first: `192.0.2.0/24`, `2001:db8::/64`.
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

    /// Whether it has ended by itself.
    public func isOver(at now: Date) -> Bool { endsAt.map { $0 <= now } ?? false }
}

/// What a caller says about itself and where it called from; for people who look at their sessions, never for decisions.
public struct ClientDescription: Sendable, Equatable {
    public var app: String?
    public var version: String?
    public var address: String?
    public var userAgent: String?

    /// Longer texts are cut here: they come from outside and are kept.
    public static let maxBytes = 512

    public init(app: String? = nil, version: String? = nil, address: String? = nil, userAgent: String? = nil) {
        self.app = app.map(Self.cut)
        self.version = version.map(Self.cut)
        self.address = address.map(Self.cut)
        self.userAgent = userAgent.map(Self.cut)
    }

    /// Bytes, not characters: one character may be made of any number of bytes.
    private static func cut(_ text: String) -> String {
        text.utf8.count <= maxBytes ? text : String(decoding: text.utf8.prefix(maxBytes), as: UTF8.self)
    }
}
