public import Foundation
package import LatchkeySecrets

/// A tenant: a separate set of accounts inside a project, with its own sign-in methods (Identity Platform's multi-tenancy).
///
/// All other settings come from the project: the rules for addresses and passwords, hooks, limits and domains.
public struct Tenant: Sendable, Equatable {
    /// The id that requests and tokens contain.
    public let id: TenantID
    /// The project that the tenant belongs to.
    public let project: ProjectID
    /// The name that administrators see in lists.
    public var displayName: String
    /// The settings in which the tenant differs from its project.
    public var settings: TenantSettings
    /// The time at which the tenant was created.
    public let createdAt: Date

    /// Creates a tenant from its stored values.
    public init(id: TenantID, project: ProjectID, displayName: String, settings: TenantSettings = .init(), createdAt: Date) {
        self.id = id
        self.project = project
        self.displayName = displayName
        self.settings = settings
        self.createdAt = createdAt
    }

    /// The maximum number of tenants of a project.
    package static let maxCount = 10_000

    /// The explanation of ``isValidName(_:)`` for administrators.
    package static let nameRule = "A tenant's name is 4 to 20 letters, digits and hyphens, a letter first."

    /// Whether a text is a valid tenant name: 4 to 20 letters, digits and hyphens, beginning with a letter (Google's rule).
    package static func isValidName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (4...20).contains(bytes.count), let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) }

    /// Creates an id for a new tenant: its name and six random characters, so that the id of a deleted tenant is never reused.
    package static func newID(for displayName: String, random: RandomTokens = .system) -> TenantID {
        let name = displayName.isEmpty ? "tenant" : displayName.lowercased()
        return TenantID(rawValue: name + "-" + random.text(length: 6, from: "abcdefghijklmnopqrstuvwxyz0123456789"))
    }
}

/// The settings of a tenant. All sign-in methods are off by default, as in Firebase.
public struct TenantSettings: Sendable, Equatable {
    /// Whether all sign-ins are refused.
    public var disabled: Bool
    /// Whether users can sign in with an email address and a password.
    public var passwordSignIn: Bool
    /// Whether users can sign in with an email link.
    public var emailLinkSignIn: Bool
    /// Whether clients can create accounts without a credential.
    public var anonymousSignIn: Bool
    /// Whether users can enroll a phone as a second factor.
    public var smsSecondFactor: Bool
    /// Whether users can enroll an app that generates codes as a second factor (RFC 6238).
    public var totpSecondFactor: Bool
    /// Whether new users can create accounts themselves.
    public var signUp: Bool

    /// Creates the settings of a tenant. All sign-in methods are off by default.
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
    /// Returns the project with the settings of a tenant.
    package func seen(by tenant: Tenant) -> Project {
        var project = self
        project.settings.passwordSignIn = tenant.settings.passwordSignIn
        project.settings.emailLinkSignIn = tenant.settings.emailLinkSignIn
        project.settings.anonymousSignIn = tenant.settings.anonymousSignIn
        project.settings.smsSecondFactor = tenant.settings.smsSecondFactor
        project.settings.totpSecondFactor = tenant.settings.totpSecondFactor
        project.settings.signUp = tenant.settings.signUp
        // As in Firebase, phone numbers are second factors only.
        project.settings.phoneSignIn = false
        return project
    }
}

/// The error for a request that names an unknown tenant.
package struct TenantNotFound: Error, Equatable, Sendable {
    package init() {}
}
