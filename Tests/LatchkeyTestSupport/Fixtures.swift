package import Foundation
package import LatchkeyIdentity
import LatchkeySecrets

extension ProjectID {
    /// The project of the fixtures.
    package static let sample: Self = "sample-project"
}

extension Realm {
    /// The realm of the fixtures' accounts: the sample project itself, without a tenant.
    package static let sample = Realm(project: .sample)
}

extension Project {
    /// Returns a project with the default settings. Its signer key is not encrypted and cannot be opened.
    package static func sample(
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
    /// Returns an account with only the given values.
    package static func sample(
        _ id: AccountID = "ada", in realm: Realm = .sample, email: String? = nil, emailVerified: Bool = false,
        identities: [Identity] = [], createdAt: Date = ManualClock.start
    ) -> Account {
        Account(
            id: id, realm: realm, email: email.flatMap(EmailAddress.init), emailVerified: emailVerified, createdAt: createdAt,
            identities: identities)
    }
}

extension Identity {
    /// Returns an identity at GitHub, or at another provider with an origin derived from its name.
    package static func sample(
        _ rawID: String, provider: ProviderID = .github, origin: String? = nil, email: String? = nil,
        linkedAt: Date = ManualClock.start
    ) -> Identity {
        Identity(
            key: IdentityKey(provider: provider, origin: origin ?? "https://api.\(provider.rawValue)", rawID: rawID),
            email: email.flatMap(EmailAddress.init), linkedAt: linkedAt)
    }
}
