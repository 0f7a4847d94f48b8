public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A tenant: accounts of their own inside a project, with their own ways in (Identity Platform's multi-tenancy).
///
/// What a tenant does not say itself it has from its project: the rules for addresses and passwords, hooks, limits and domains.
public struct Tenant: Sendable, Equatable {
    public let id: TenantID
    public let project: ProjectID
    public var displayName: String
    public var settings: TenantSettings
    public let createdAt: Date

    public init(id: TenantID, project: ProjectID, displayName: String, settings: TenantSettings = .init(), createdAt: Date) {
        self.id = id
        self.project = project
        self.displayName = displayName
        self.settings = settings
        self.createdAt = createdAt
    }

    /// Tenants of one project.
    public static let maxCount = 10_000

    /// Whether a name may be given to a tenant: 4 to 20 letters, digits and hyphens, a letter first (Google's own rule).
    public static func isValidName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (4...20).contains(bytes.count), let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) }

    /// An id for a new tenant: its name, and six characters by chance, so that no tenant ever gets the id of one that was deleted.
    public static func newID(for displayName: String, random: RandomTokens = .system) -> TenantID {
        let name = displayName.isEmpty ? "tenant" : displayName.lowercased()
        return TenantID(rawValue: name + "-" + random.text(length: 6, from: "abcdefghijklmnopqrstuvwxyz0123456789"))
    }
}

/// What a tenant allows. Everything is off at first, as in Firebase.
public struct TenantSettings: Sendable, Equatable {
    /// Whether nobody comes in at all, whatever they have.
    public var disabled: Bool
    public var passwordSignIn: Bool
    public var emailLinkSignIn: Bool
    public var anonymousSignIn: Bool
    public var smsSecondFactor: Bool
    public var totpSecondFactor: Bool
    /// Whether strangers may create accounts themselves.
    public var signUp: Bool

    public init(
        disabled: Bool = false, passwordSignIn: Bool = false, emailLinkSignIn: Bool = false, anonymousSignIn: Bool = false,
        smsSecondFactor: Bool = false, totpSecondFactor: Bool = false, signUp: Bool = true
    ) {
        self.disabled = disabled
        self.passwordSignIn = passwordSignIn
        self.emailLinkSignIn = emailLinkSignIn
        self.anonymousSignIn = anonymousSignIn
        self.smsSecondFactor = smsSecondFactor
        self.totpSecondFactor = totpSecondFactor
        self.signUp = signUp
    }
}

extension Project {
    /// The project as people of a tenant meet it.
    public func seen(by tenant: Tenant) -> Project {
        var project = self
        project.settings.passwordSignIn = tenant.settings.passwordSignIn
        project.settings.emailLinkSignIn = tenant.settings.emailLinkSignIn
        project.settings.anonymousSignIn = tenant.settings.anonymousSignIn
        project.settings.smsSecondFactor = tenant.settings.smsSecondFactor
        project.settings.totpSecondFactor = tenant.settings.totpSecondFactor
        project.settings.signUp = tenant.settings.signUp
        // As in Firebase: numbers are second factors there, and never a first.
        project.settings.phoneSignIn = false
        return project
    }
}

/// The request names a tenant that does not exist.
public struct TenantNotFound: Error, Equatable, Sendable {
    public init() {}
}
