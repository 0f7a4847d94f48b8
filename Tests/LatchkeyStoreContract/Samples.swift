import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

/// The creation time of the samples.
let start = ManualClock.start

extension Realm {
    static let tenant = Realm(project: .sample, tenant: "tenant-1")
    static let neighbour = Realm(project: "other-project")
}

extension AccountStore {
    /// Inserts the sample projects and these accounts.
    func begin(with accounts: Account...) async throws {
        try await write { transaction in
            try transaction.insert(Project.sample())
            try transaction.insert(Project.sample(Realm.neighbour.project, displayName: "Other"))
            for account in accounts { try transaction.insert(account) }
        }
    }

    /// Runs a transaction with a single call.
    func once(_ call: @escaping @Sendable (any StoreWriting) throws -> Void) async throws {
        try await write { try call($0) }
    }

    func account(_ id: AccountID, in realm: Realm = .sample) async throws -> Account? {
        try await read { try $0.account(id, in: realm) }
    }
}

extension Account {
    /// An account with a unique value in every field.
    static let complete = Account(
        id: "complete", realm: .sample, email: EmailAddress("complete@example.org"), emailVerified: true,
        initialEmail: EmailAddress("first@example.org"), displayName: "Display Name", photoURL: "https://example.org/photo.png",
        phoneNumber: "+4915112345678", screenName: "screen_name",
        password: PasswordHash(
            hash: Array(1...64), salt: Array(101...116), parameters: ScryptParameters(rounds: 7, memoryCost: 13) ?? .firebase),
        passwordUpdatedAt: start.later(1), customClaims: #"{"role":"admin"}"#, customAuth: true, disabled: true, emailLinkSignIn: true,
        createdAt: start.later(2),
        lastSignInAt: start.later(3), lastRefreshAt: start.later(4), validSince: start.later(5),
        identities: [
            Identity(
                key: IdentityKey(provider: .twitter, origin: "https://api.twitter.com", rawID: "12345678901234567890"),
                email: EmailAddress("twitter@example.org"), addressVerifiedByProvider: true, displayName: "Twitter Name",
                screenName: "twitter_screen", photoURL: "https://example.org/twitter.png", linkedAt: start.later(6)),
            Identity.sample("7", linkedAt: start.later(6)),
        ])
}

extension Session {
    static func sample(_ id: String, of account: AccountID = "ada", in realm: Realm = .sample, createdAt: Date = start) -> Session {
        Session(
            id: SessionID(rawValue: id), account: account, realm: realm, refreshToken: Fingerprint(of: id), createdAt: createdAt,
            method: .password)
    }
}

extension SignInFlow {
    static func sample(
        _ id: String = "flow", in realm: Realm = .sample, browser: Fingerprint? = nil, expiresAt: Date = start.later(600_000)
    ) -> SignInFlow {
        SignInFlow(
            id: Fingerprint(of: id), realm: realm, provider: .twitter, session: Fingerprint(of: "session of \(id)"), browser: browser,
            callback: "https://auth.example.org/__/auth/handler", returnTarget: #"{"continue":"https://app.example.org/"}"#,
            sealedState: SealedSecret(bytes: [1, 0, 2]), createdAt: start, expiresAt: expiresAt)
    }
}

extension FlowResult {
    static func sample(_ id: String = "result", in realm: Realm = .sample, expiresAt: Date = start.later(600_000)) -> FlowResult {
        FlowResult(
            id: Fingerprint(of: id), realm: realm, provider: .twitter, session: Fingerprint(of: "session of \(id)"),
            sealedAssertion: SealedSecret(bytes: [3, 0, 4]), expiresAt: expiresAt)
    }
}

extension PendingCredential {
    static func sample(
        _ id: String = "pending", of account: AccountID? = nil, in realm: Realm = .sample, expiresAt: Date = start.later(3_600_000)
    ) -> PendingCredential {
        PendingCredential(
            id: Fingerprint(of: id), realm: realm, key: Identity.sample("99").key, account: account,
            sealedAssertion: SealedSecret(bytes: [5, 0, 6]), expiresAt: expiresAt)
    }
}

extension Passkey {
    static func sample(_ id: String = "passkey", of account: AccountID = "ada", in realm: Realm = .sample, createdAt: Date = start)
        -> Passkey
    {
        Passkey(
            credentialID: Array(id.utf8), realm: realm, account: account, relyingPartyID: "example.org", publicKey: [1, 0, 2],
            name: "Laptop",
            createdAt: createdAt)
    }
}

extension PasskeyChallenge {
    /// Creates a challenge for a sign-in, or for an account that adds a passkey.
    static func sample(
        _ id: String = "challenge", of account: AccountID? = nil, in realm: Realm = .sample, expiresAt: Date = start.later(300_000)
    ) -> PasskeyChallenge {
        PasskeyChallenge(
            id: Fingerprint(of: id), realm: realm, purpose: account == nil ? .signIn : .enrollment, account: account,
            relyingParty: RelyingParty(id: "example.org", origin: "https://example.org"), expiresAt: expiresAt)
    }
}

extension AuthEvent {
    static func sample(_ reason: String, subject: AccountID? = "ada", in realm: Realm = .sample, at: Date = start) -> AuthEvent {
        AuthEvent(at: at, realm: realm, kind: .signIn, outcome: .allowed, subject: subject, reason: reason)
    }
}

extension SigningKey {
    static func sample(_ id: String, of purpose: Purpose = .idToken, createdAt: Date = start) -> SigningKey {
        SigningKey(
            id: id, purpose: purpose, algorithm: .es256, sealedPrivateKey: SealedSecret(bytes: Array(id.utf8)),
            certificatePEM: "-----BEGIN CERTIFICATE-----\n\(id)\n-----END CERTIFICATE-----\n", createdAt: createdAt)
    }
}

extension Date {
    func later(_ milliseconds: Int) -> Date {
        Date(millisecondsSince1970: millisecondsSince1970 + Int64(milliseconds))
    }
}
