import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// The content of a store. Rows are in the order of their insertion.
struct MemoryState: Sendable {
    var projects: [ProjectID: Project] = [:]
    var lastHashConfigurations: [ProjectID: Int] = [:]
    var lastLegacyNumbers: [ProjectID: Int] = [:]
    var apiKeys: [APIKey] = []
    var apps: [RegisteredApp] = []
    var providers: [ProviderConfiguration] = []
    var samlConfigurations: [SAMLConfiguration] = []
    var serviceAccounts: [ServiceAccount] = []
    var accessTokens: [AccessToken] = []
    var databaseSecrets: [DatabaseSecret] = []
    var tenants: [Tenant] = []
    var hashConfigurations: [HashConfiguration] = []
    var messageSettings: [ProjectID: MessageSettings] = [:]
    var messageTemplates: [MessageTemplate] = []

    var latencies: [RouteLatency] = []
    var accounts: [AccountKey: Account] = [:]
    var sessions: [Session] = []
    var secondFactors: [SecondFactor] = []
    var recoveryCodes: [RecoveryCode] = []
    var pendingSecondFactors: [PendingSecondFactor] = []
    var totpEnrollments: [TOTPEnrollment] = []
    var passkeys: [Passkey] = []
    var passkeyChallenges: [PasskeyChallenge] = []
    var oneTimeCodes: [OneTimeCode] = []
    var phoneCodes: [PhoneCode] = []
    var phoneProofs: [PhoneProof] = []
    var invitations: [AdministratorInvitation] = []
    var flows: [SignInFlow] = []
    var flowResults: [FlowResult] = []
    var pendingCredentials: [PendingCredential] = []

    var outbox: [OutboxMessage] = []
    /// All events that were ever appended; `events` are those that were not deleted.
    var appended: [AuthEvent] = []
    var events: [RecordedEvent] = []
    var erasures: [AccountErasure] = []
    var scheduledDeletions: [ScheduledDeletion] = []
    var removedProjects: [ProjectID: RemovedProject] = [:]
    /// The number of accounts that were used on each day.
    var activeAccounts: [ProjectID: [UTCDay: Int]] = [:]
    var webhookEndpoints: [WebhookEndpoint] = []
    var webhookDeliveries: [WebhookDelivery] = []
    var signingKeys: [SigningKey] = []
}

/// The uid of an account in its realm, compared byte by byte: Swift compares strings by canonical equivalence.
struct AccountKey: Hashable, Sendable {
    let realm: Realm
    private let bytes: [UInt8]

    init(_ id: AccountID, in realm: Realm) {
        self.realm = realm
        bytes = Array(id.rawValue.utf8)
    }
}

/// A recovery code of an account.
struct RecoveryCode: Sendable {
    let code: Fingerprint
    let account: AccountID
    let realm: Realm
}
