import LatchkeySecrets

/// A column of the store that contains sealed values.
public enum SealedColumn: String, CaseIterable, Sendable {
    /// The signer key of a project's password hashes.
    case projectSignerKey = "project.sealed_signer_key"
    /// The client secret of a sign-in provider.
    case providerSecret = "provider_configuration.sealed_secret"
    /// A key that signs tokens.
    case signingKey = "signing_key.sealed_private_key"
    /// A secret of databases.
    case databaseSecret = "database_secret.sealed_secret"
    /// The parameters of imported password hashes.
    case hashParameters = "hash_configuration.sealed_parameters"
    /// The seed of an authenticator app.
    case secondFactorSeed = "second_factor.sealed_seed"
    /// The seed of an authenticator app that is being enrolled.
    case enrollmentSeed = "totp_enrolment.sealed_seed"
    /// The parameters of a message that is sent to a user.
    case messageContent = "outbox_message.sealed_content"
    /// What a pending sign-in at a provider needs later.
    case flowState = "sign_in_flow.sealed_state"
    /// The result of a sign-in at a provider or at a page.
    case flowResult = "flow_result.sealed_assertion"
    /// A provider's assertion that waits for the owner of the account.
    case pendingCredential = "pending_credential.sealed_assertion"
    /// The secret that signs the requests of a webhook.
    case webhookSecret = "webhook_endpoint.sealed_secret"
    /// The previous secret of a webhook, which also signs for a day.
    case previousWebhookSecret = "webhook_endpoint.sealed_previous"
    /// The key of the chain of the audit log.
    case eventChainKey = "event_chain.sealed_key"
}

/// A sealed value with the place where it is stored.
public struct SealedValue: Sendable, Equatable {
    /// A part of a row's primary key.
    public enum KeyPart: Sendable, Hashable {
        /// A text.
        case text(String)
        /// An integer.
        case number(Int)
        /// A blob.
        case bytes([UInt8])
    }

    /// The column.
    public let column: SealedColumn
    /// The primary key of the row.
    public let key: [KeyPart]
    /// The project of the row; empty for one of the whole server.
    public let project: ProjectID
    /// The value.
    public let secret: SealedSecret

    /// Creates a value that was read from a store.
    public init(column: SealedColumn, key: [KeyPart], project: ProjectID, secret: SealedSecret) {
        self.column = column
        self.key = key
        self.project = project
        self.secret = secret
    }

    /// The ID of the key with which it was sealed; `nil` if it is not a sealed value.
    package var masterKey: MasterKeyID? {
        secret.bytes.count > 5 ? MasterKeyID(bytes: Array(secret.bytes[1..<5])) : nil
    }

    /// The contexts in which the value can be sealed: more than one if the column contains two kinds of values.
    package var contexts: [SealingContext] {
        switch (column, key.last) {
        case (.projectSignerKey, _): [PasswordHashing.sealingContext(project: project)]
        case (.providerSecret, .text(let provider)):
            [ProviderConfiguration.sealingContext(project: project, tenant: tenant, provider: ProviderID(rawValue: provider))]
        case (.signingKey, .text(let id)): [SigningKey.sealingContext(id: id)]
        case (.databaseSecret, .bytes(let id)): [DatabaseSecret.sealingContext(Fingerprint(bytes: id), project: project)]
        case (.hashParameters, .number(let number)): [HashConfiguration.sealingContext(project: project, number: number)]
        case (.secondFactorSeed, .text(let id)): [SecondFactor.sealingContext(project: project, id: id)]
        case (.enrollmentSeed, .bytes(let id)): [TOTPEnrollment.sealingContext(project: project, id: Fingerprint(bytes: id))]
        case (.messageContent, .text(let id)): [OutboxMessage.sealingContext(project: project, id: id)]
        case (.flowState, .bytes(let id)): [SignInFlow.sealingContext(project: project, id: Fingerprint(bytes: id))]
        case (.flowResult, .bytes(let id)):
            [
                FlowResult.sealingContext(project: project, id: Fingerprint(bytes: id)),
                FlowResult.grantContext(project: project, id: Fingerprint(bytes: id)),
            ]
        case (.pendingCredential, .bytes(let id)): [PendingCredential.sealingContext(project: project, id: Fingerprint(bytes: id))]
        case (.webhookSecret, .text(let id)): [WebhookEndpoint.context(id, project, WebhookEndpoint.secretColumn)]
        case (.previousWebhookSecret, .text(let id)): [WebhookEndpoint.context(id, project, WebhookEndpoint.previousColumn)]
        case (.eventChainKey, _): [EventChainKey.context]
        default: []
        }
    }

    /// The tenant in the key of a provider's row.
    private var tenant: TenantID {
        guard key.count == 3, case .text(let tenant) = key[1] else { return .none }
        return TenantID(rawValue: tenant)
    }
}
