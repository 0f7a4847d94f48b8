public import Foundation

/// An entry of the audit log, written in the transaction that it reports.
public struct AuthEvent: Sendable, Equatable {
    /// The kind of an event. Its name is stored, and shown in listings.
    public struct Kind: RawRepresentable, Hashable, Sendable, CaseIterable {
        /// The name in the store and in listings, for example `sign_in`.
        public let rawValue: String
        /// Creates a kind from a name, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An account was created.
        public static let signUp = Self(rawValue: "sign_up")
        /// A user signed in, or tried to.
        public static let signIn = Self(rawValue: "sign_in")
        /// A signed-in user presented a credential again.
        public static let reauthenticate = Self(rawValue: "reauthenticate")
        /// A sign-in method or an identity was added to an account.
        public static let link = Self(rawValue: "link")
        /// A sign-in method or an identity was removed from an account.
        public static let unlink = Self(rawValue: "unlink")
        /// An address was verified without the account's credentials. Existing credentials were removed.
        public static let takeover = Self(rawValue: "takeover")
        /// A second factor was added.
        public static let enrol = Self(rawValue: "enrol")
        /// A second factor was removed.
        public static let unenrol = Self(rawValue: "unenrol")
        /// The profile, the claims or the state of an account changed.
        public static let update = Self(rawValue: "update")
        /// A code was requested for an email address.
        public static let sendCode = Self(rawValue: "send_code")
        /// A password was set with a code.
        public static let resetPassword = Self(rawValue: "reset_password")
        /// The holder of an address confirmed it.
        public static let verifyEmail = Self(rawValue: "verify_email")
        /// An account got another address.
        public static let changeEmail = Self(rawValue: "change_email")
        /// The holder of a former address recovered the account.
        public static let recoverEmail = Self(rawValue: "recover_email")
        /// The holder of an address stated that the account is not theirs.
        public static let disownEmail = Self(rawValue: "disown_email")
        /// An account was deleted.
        public static let delete = Self(rawValue: "delete")
        /// The sessions of an account ended.
        public static let revoke = Self(rawValue: "revoke")
        /// A page of accounts was imported.
        public static let importAccounts = Self(rawValue: "import")
        /// All accounts were exported to a file, without their passwords; with a subject, everything that is stored about one account.
        public static let exportAccounts = Self(rawValue: "export")
        /// A setting was changed, or a key, provider, tenant or the like was configured; `reason` names it, `method` a provider.
        public static let configure = Self(rawValue: "configure")
        /// A session was used from a new network.
        public static let newNetwork = Self(rawValue: "new_network")
        /// An administrator wrote to a database in the console or with the command.
        public static let writeData = Self(rawValue: "write_data")

        /// A project was deleted; `reason` names it. The event is in the log of the console, because the project's own log ends.
        public static let deleteProject = Self(rawValue: "delete_project")
        /// A realtime database was deleted, or a default database was emptied; `reason` names it.
        public static let deleteDatabase = Self(rawValue: "delete_database")

        /// An account got an email address that mixes scripts, so it may look like another address. The address was not refused.
        public static let mixedScripts = Self(rawValue: "mixed_scripts")

        /// The kinds that this version writes, in the order in which they are listed. The log may contain others, from other versions.
        public static let allCases: [Self] = [
            .signUp, .signIn, .reauthenticate, .link, .unlink, .takeover, .enrol, .unenrol, .update, .sendCode, .resetPassword,
            .verifyEmail, .changeEmail, .recoverEmail, .disownEmail, .delete, .revoke, .importAccounts, .exportAccounts, .configure,
            .writeData, .mixedScripts, .newNetwork, .deleteProject, .deleteDatabase,
        ]
    }

    /// The outcome of the request that an event reports.
    public enum Outcome: String, Sendable, CaseIterable {
        case allowed
        case refused
        /// The user has to sign in to the existing account first, or present a second factor.
        case confirmationNeeded = "confirmation_needed"
    }

    /// The time of the event, in whole milliseconds.
    public let at: Date
    /// The project and the tenant in which the event happened.
    public let realm: Realm
    /// The kind of the event.
    public let kind: Kind
    /// Whether the request was allowed.
    public let outcome: Outcome
    /// The actor, if known before the event: a uid, a service account, or `admin`.
    public let actor: String?
    /// The account that the event concerns.
    public let subject: AccountID?
    /// The session that the event opened, used or ended.
    public let session: SessionID?
    /// The sign-in method or the provider.
    public let method: ProviderID?
    /// A wire error code or another short text, without secrets or addresses.
    public let reason: String?
    /// The IP address of the client, if known.
    public let address: String?

    /// Creates an entry. It is written with ``StoreWriting/append(_:)``.
    public init(
        at: Date, realm: Realm, kind: Kind, outcome: Outcome, actor: String? = nil, subject: AccountID? = nil, session: SessionID? = nil,
        method: ProviderID? = nil, reason: String? = nil, address: String? = nil
    ) {
        self.at = at
        self.realm = realm
        self.kind = kind
        self.outcome = outcome
        self.actor = actor
        self.subject = subject
        self.session = session
        self.method = method
        self.reason = reason
        self.address = address
    }
}
