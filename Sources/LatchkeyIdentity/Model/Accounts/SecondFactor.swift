public import Foundation

/// An enrolled second factor: a phone, or an app that generates codes.
public struct SecondFactor: Sendable, Equatable {
    /// The kind of a factor: `sign_in_second_factor` of the tokens.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let phone = Self(rawValue: "phone")
        public static let totp = Self(rawValue: "totp")
        /// A recovery code; used for sign-ins, never enrolled.
        public static let recoveryCode = Self(rawValue: "recovery_code")
    }

    public enum Means: Sendable, Equatable {
        case phone(PhoneNumber)
        /// The sealed seed, and the last time step whose code was used, so that an observed code cannot be used again.
        case totp(sealedSeed: SealedSecret, lastStep: Int64)
    }

    /// The enrollment id, 28 characters.
    public let id: String
    public let account: AccountID
    public let realm: Realm
    public let means: Means
    public let displayName: String?
    public let enrolledAt: Date

    public init(id: String, account: AccountID, realm: Realm, means: Means, displayName: String?, enrolledAt: Date) {
        self.id = id
        self.account = account
        self.realm = realm
        self.means = means
        self.displayName = displayName
        self.enrolledAt = enrolledAt
    }

    public var kind: Kind {
        switch means {
        case .phone: .phone
        case .totp: .totp
        }
    }

    public var phoneNumber: PhoneNumber? {
        if case .phone(let number) = means { number } else { nil }
    }

    public static let maxCount = 5
    public static let maxDisplayNameCharacters = 256

    public static func sealingContext(project: ProjectID, id: String) -> SealingContext {
        SealingContext(project: project, table: "second_factor", row: id, column: "sealed_seed")
    }
}

/// The second factor with which a session was opened.
public struct UsedSecondFactor: Sendable, Equatable {
    public let kind: SecondFactor.Kind
    /// The enrollment id; `nil` for a recovery code.
    public let id: String?

    public init(_ kind: SecondFactor.Kind, id: String?) {
        self.kind = kind
        self.id = id
    }
}
