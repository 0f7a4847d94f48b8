/// The acts of administrators. Each writes the same events to the audit log through the REST API, the console and the command.
///
/// The tests of each face execute all acts that the face has, and compare the events.
package enum ListedAct: String, CaseIterable, Sendable {
    case createProject, changeProject, setHook, removeHook
    case addAPIKey, revokeAPIKey, registerApp, changeApp
    case addProvider, changeProvider, disableProvider, enableProvider, removeProvider
    case saveSAML, removeSAML
    case createTenant, changeTenant, deleteTenant
    case createServiceAccount, revokeServiceAccount
    case createDatabaseSecret, revokeDatabaseSecret
    case createWebhook, changeWebhook, disableWebhook, rotateWebhookSecret, deleteWebhook
    case rotateSigningKeys
    case changeSender, saveTemplate, resetTemplate
    case createAccount, updateAccount, sendCode, endSession, revokeSessions, disableAccount, deleteAccount
    case importAccounts, importAccountsWithHashes, exportAccounts, exportAccountsWithHashParameters
    case inviteFirstAdministrator, inviteAdministrator, withdrawInvitation, changeRole, recoverAdministrator, removeAdministrator
    case createDatabase, changeDatabaseSettings, saveRules, writeData

    /// An interface of the administration.
    package enum Face: Sendable {
        case rest
        case console
        case command
    }

    /// An event, without its time and its actor, which depends on the face.
    package struct Event: Sendable, Equatable {
        package let project: String
        package let type: String
        /// The provider.
        package let method: String?
        /// The beginning of the reason, which may end with an id; `nil` for no reason.
        package let reason: String?
        /// Whether the event names an account.
        package let hasSubject: Bool

        fileprivate init(
            _ type: String, _ reason: String? = nil, project: String = "default", method: String? = nil, hasSubject: Bool = false
        ) {
            self.type = type
            self.reason = reason
            self.project = project
            self.method = method
            self.hasSubject = hasSubject
        }
    }

    package var faces: Set<Face> {
        switch self {
        case .changeProject, .addProvider, .changeProvider, .disableProvider, .enableProvider, .importAccounts, .importAccountsWithHashes,
            .createAccount, .disableAccount, .revokeSessions, .deleteAccount, .setHook, .removeHook, .createWebhook, .changeWebhook,
            .disableWebhook, .rotateWebhookSecret, .deleteWebhook:
            [.rest, .console, .command]
        case .saveSAML, .removeSAML, .endSession: [.rest]
        case .removeProvider, .updateAccount, .sendCode, .createTenant, .changeTenant, .deleteTenant: [.rest, .console]
        case .createProject, .addAPIKey, .revokeAPIKey, .registerApp, .rotateSigningKeys, .changeSender, .saveTemplate, .resetTemplate,
            .exportAccounts, .writeData, .createServiceAccount, .revokeServiceAccount, .createDatabaseSecret, .revokeDatabaseSecret:
            [.console, .command]
        case .changeApp, .exportAccountsWithHashParameters, .inviteFirstAdministrator, .createDatabase, .changeDatabaseSettings: [.command]
        case .inviteAdministrator, .withdrawInvitation, .changeRole, .recoverAdministrator, .removeAdministrator, .saveRules: [.console]
        }
    }

    /// The events of the act, in their order.
    package var events: [Event] {
        switch self {
        // These concern all projects, so they are in the log of the console.
        case .createProject: [Event("configure", "project acme-9", project: "_console")]
        case .rotateSigningKeys: [Event("configure", "signing key ES256", project: "_console")]
        case .inviteFirstAdministrator, .inviteAdministrator: [Event("configure", "invitation as owner", project: "_console")]
        case .withdrawInvitation: [Event("configure", "invitation withdrawn, as owner", project: "_console")]
        case .changeRole: [Event("update", "role editor", project: "_console", hasSubject: true)]
        case .recoverAdministrator: [Event("configure", "password link", project: "_console", hasSubject: true)]
        case .removeAdministrator: [Event("delete", project: "_console", hasSubject: true)]

        case .changeProject: [Event("configure", "anonymousSignIn")]
        case .setHook, .removeHook: [Event("configure", "beforeCreate")]
        case .addAPIKey: [Event("configure", "api key added")]
        case .revokeAPIKey: [Event("configure", "api key revoked")]
        case .registerApp, .changeApp: [Event("configure", "app 1:")]
        case .addProvider, .changeProvider, .removeProvider: [Event("configure", method: "google.com")]
        case .disableProvider: [Event("configure", "disabled", method: "google.com")]
        case .enableProvider: [Event("configure", "enabled", method: "google.com")]
        case .saveSAML, .removeSAML: [Event("configure", method: "saml.office")]
        case .createTenant: [Event("configure", "createTenant acme-")]
        case .changeTenant: [Event("configure", "anonymousSignIn")]
        case .deleteTenant: [Event("configure", "deleteTenant")]
        case .createServiceAccount: [Event("configure", "service account robot@")]
        case .revokeServiceAccount: [Event("configure", "service account revoked robot@")]
        case .createDatabaseSecret: [Event("configure", "database secret ")]
        case .revokeDatabaseSecret: [Event("configure", "database secret revoked ")]
        case .createWebhook, .changeWebhook: [Event("configure", "webhook we_")]
        case .disableWebhook: [Event("configure", "webhook disabled we_")]
        case .rotateWebhookSecret: [Event("configure", "webhook secret we_")]
        case .deleteWebhook: [Event("configure", "webhook deleted we_")]
        case .changeSender: [Event("configure", "sender of messages")]
        case .saveTemplate: [Event("configure", "template password_reset de")]
        case .resetTemplate: [Event("configure", "template password_reset de, Latchkey’s words")]

        case .createAccount: [Event("sign_up", hasSubject: true)]
        case .updateAccount: [Event("update", "name", hasSubject: true)]
        case .disableAccount: [Event("update", "disabled", hasSubject: true)]
        case .endSession: [Event("revoke", hasSubject: true)]
        case .revokeSessions: [Event("update", "signed out everywhere", hasSubject: true)]
        case .deleteAccount: [Event("delete", hasSubject: true)]
        case .sendCode: [Event("send_code", hasSubject: true)]
        case .importAccounts: [Event("import", "created 1, replaced 0")]
        case .importAccountsWithHashes: [Event("configure", "hash configuration 1"), Event("import", "created 1, replaced 0")]
        case .exportAccounts: [Event("export")]
        case .exportAccountsWithHashParameters: [Event("export", "hash parameters"), Event("export")]

        case .createDatabase: [Event("configure", "database acme-data")]
        case .changeDatabaseSettings: [Event("configure", "settings of database default")]
        case .saveRules: [Event("configure", "rules of default, now ")]
        case .writeData: [Event("write_data", "save /greeting in default")]
        }
    }
}
