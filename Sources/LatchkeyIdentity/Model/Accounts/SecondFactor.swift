public import Foundation

/// An enrolled second factor: a phone, or an app that generates codes.
public struct SecondFactor: Sendable, Equatable {
    /// The kind of a factor: `sign_in_second_factor` of the tokens.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The value of `sign_in_second_factor` in tokens, for example `totp`.
        public let rawValue: String
        /// Creates a kind from a name, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A phone that receives codes.
        public static let phone = Self(rawValue: "phone")
        /// An app that generates codes (RFC 6238).
        public static let totp = Self(rawValue: "totp")
        /// A recovery code; used for sign-ins, never enrolled.
        public static let recoveryCode = Self(rawValue: "recovery_code")
    }

    /// The means by which a factor is verified.
    public enum Means: Sendable, Equatable {
        case phone(PhoneNumber)
        /// The sealed seed, and the last time step whose code was used, so that an observed code cannot be used again.
        case totp(sealedSeed: SealedSecret, lastStep: Int64)
    }

    /// The enrollment id, 28 characters.
    public let id: String
    /// The account that the factor protects.
    public let account: AccountID
    /// The project and the tenant of the account.
    public let realm: Realm
    /// The phone number or the seed with which a code is verified.
    public package(set) var means: Means
    /// The name that the user gave the factor (`displayName` of `mfaInfo` on the wire).
    public let displayName: String?
    /// The time at which the user enrolled the factor.
    public let enrolledAt: Date

    /// Creates a factor from its stored values.
    public init(id: String, account: AccountID, realm: Realm, means: Means, displayName: String?, enrolledAt: Date) {
        self.id = id
        self.account = account
        self.realm = realm
        self.means = means
        self.displayName = displayName
        self.enrolledAt = enrolledAt
    }

    /// The kind of the factor's ``means``.
    public var kind: Kind {
        switch means {
        case .phone: .phone
        case .totp: .totp
        }
    }

    /// The phone that receives the codes; `nil` for an app that generates them.
    public var phoneNumber: PhoneNumber? {
        if case .phone(let number) = means { number } else { nil }
    }

    package static let maxCount = 5
    package static let maxDisplayNameCharacters = 256

    package static func sealingContext(project: ProjectID, id: String) -> SealingContext {
        SealingContext(project: project, table: "second_factor", row: id, column: "sealed_seed")
    }
}

/// The second factor with which a session was opened.
public struct UsedSecondFactor: Sendable, Equatable {
    /// The kind of the factor: `sign_in_second_factor` of the session's tokens.
    public let kind: SecondFactor.Kind
    /// The enrollment id; `nil` for a recovery code.
    public let id: String?

    /// Creates the factor of a session. A recovery code has no enrollment id.
    public init(_ kind: SecondFactor.Kind, id: String?) {
        self.kind = kind
        self.id = id
    }
}
