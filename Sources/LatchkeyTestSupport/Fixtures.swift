public import LatchkeyIdentity
import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ProjectID {
    /// The project of the fixtures.
    public static let sample: Self = "sample-project"
}

extension Realm {
    /// Where the fixtures' accounts live: the sample project itself, no tenant.
    public static let sample = Realm(project: .sample)
}

extension Project {
    /// A project with the default settings. Its signer key is not sealed by anything and opens nowhere.
    public static func sample(
        _ id: ProjectID = .sample, displayName: String = "Sample", settings: ProjectSettings = .init(),
        createdAt: Date = ManualClock.start
    ) -> Project {
        Project(
            id: id, displayName: displayName, settings: settings,
            passwordHashing: PasswordHashing(sealedSignerKey: SealedSecret(bytes: Array(repeating: 0xa5, count: 97))),
            createdAt: createdAt)
    }
}

extension Account {
    /// An account with nothing in it but what is asked for.
    public static func sample(
        _ id: AccountID = "ada", in realm: Realm = .sample, email: String? = nil, emailVerified: Bool = false,
        identities: [Identity] = [], createdAt: Date = ManualClock.start
    ) -> Account {
        Account(
            id: id, realm: realm, email: email.flatMap(EmailAddress.init), emailVerified: emailVerified, createdAt: createdAt,
            identities: identities)
    }
}

extension Identity {
    /// An identity at GitHub, or at another provider under an origin made from its name.
    public static func sample(
        _ rawID: String, provider: ProviderID = .github, origin: String? = nil, email: String? = nil,
        linkedAt: Date = ManualClock.start
    ) -> Identity {
        Identity(
            key: IdentityKey(provider: provider, origin: origin ?? "https://api.\(provider.rawValue)", rawID: rawID),
            email: email.flatMap(EmailAddress.init), linkedAt: linkedAt)
    }
}
