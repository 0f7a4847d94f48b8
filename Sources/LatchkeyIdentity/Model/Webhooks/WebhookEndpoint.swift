public import Foundation
package import LatchkeySecrets

/// The URL of an application that learns of changes of a project's accounts by signed requests.
public struct WebhookEndpoint: Sendable, Equatable {
    /// The random id, such as `we_8fk2m0qz51xw`.
    public let id: String
    /// The project whose accounts it learns of, including those of tenants.
    public let project: ProjectID
    /// The URL of the requests.
    public var url: String
    /// The events that it learns of, without duplicates.
    public var events: [UserEvent]
    /// The sealed signing secret.
    public var sealedSecret: SealedSecret
    /// The sealed secret from before the last rotation, which also signs until ``previousUntil``.
    public var sealedPrevious: SealedSecret?
    /// The end of the previous secret.
    public var previousUntil: Date?
    /// Whether requests are sent and new deliveries are queued.
    public var isEnabled: Bool
    /// The time at which the endpoint was created.
    public let createdAt: Date
    /// The time of the first failed attempt since the last successful one; `nil` while deliveries succeed.
    public var failingSince: Date?
    /// The error of the last failed attempt, or the reason why the server disabled the endpoint.
    public var lastError: String?
    /// The number of events that were not queued because the queue was full.
    public var droppedCount: Int

    /// Creates an endpoint from its stored values.
    public init(
        id: String, project: ProjectID, url: String, events: [UserEvent], sealedSecret: SealedSecret, sealedPrevious: SealedSecret? = nil,
        previousUntil: Date? = nil, isEnabled: Bool = true, createdAt: Date, failingSince: Date? = nil, lastError: String? = nil,
        droppedCount: Int = 0
    ) {
        self.id = id
        self.project = project
        self.url = url
        self.events = events
        self.sealedSecret = sealedSecret
        self.sealedPrevious = sealedPrevious
        self.previousUntil = previousUntil
        self.isEnabled = isEnabled
        self.createdAt = createdAt
        self.failingSince = failingSince
        self.lastError = lastError
        self.droppedCount = droppedCount
    }

    /// The state of an endpoint, as it is shown.
    public enum State: String, Sendable, CaseIterable {
        /// Requests are sent, and the last one succeeded.
        case active
        /// Requests are sent, but the last one failed.
        case failing
        /// No requests are sent.
        case disabled
    }

    /// The state of the endpoint.
    public var state: State { isEnabled ? failingSince == nil ? .active : .failing : .disabled }

    /// The maximum number of endpoints of a project.
    package static let maxCount = 10
    /// The maximum number of deliveries that wait for one endpoint. Further events are dropped and counted.
    package static let maxWaiting = 10_000
    /// The maximum number of those about one account, so that one user cannot use up the places of all others.
    package static let maxWaitingOfAccount = 100
    /// The time for which the previous secret also signs after a rotation, in seconds.
    package static let overlapSeconds: Double = 86_400

    package static let secretColumn = "sealed_secret"
    package static let previousColumn = "sealed_previous"

    /// Returns a new endpoint, with its secret in clear text.
    package static func make(
        id: String, project: ProjectID, url: String, events: [UserEvent], isEnabled: Bool, at now: Date, sealer: Sealer,
        random: RandomTokens
    ) throws -> (endpoint: WebhookEndpoint, secret: Secret<String>) {
        let secret = StandardWebhookSignature.newSecret(random: random)
        let sealed = try sealer.seal(secret, for: context(id, project, secretColumn))
        return (
            WebhookEndpoint(
                id: id, project: project, url: url, events: events, sealedSecret: sealed, isEnabled: isEnabled,
                createdAt: now.inWholeMilliseconds), secret
        )
    }

    /// Replaces the secret. The present one becomes the previous one.
    package mutating func rotate(to secret: Secret<String>, at now: Date, sealer: Sealer) throws {
        let present = try sealer.openText(sealedSecret, for: Self.context(id, project, Self.secretColumn))
        sealedPrevious = try sealer.seal(present, for: Self.context(id, project, Self.previousColumn))
        previousUntil = now.addingTimeInterval(Self.overlapSeconds).inWholeMilliseconds
        sealedSecret = try sealer.seal(secret, for: Self.context(id, project, Self.secretColumn))
    }

    /// Returns the signature of requests at a time: by the secret, and for a day after a rotation also by the previous one.
    ///
    /// - Throws: ``SealingError`` if a secret was not sealed by this server.
    package func signature(at now: Date, sealer: Sealer) throws -> StandardWebhookSignature {
        var secrets = [try sealer.openText(sealedSecret, for: Self.context(id, project, Self.secretColumn))]
        if let sealedPrevious, let previousUntil, now < previousUntil {
            secrets.append(try sealer.openText(sealedPrevious, for: Self.context(id, project, Self.previousColumn)))
        }
        guard let signature = StandardWebhookSignature(secrets: secrets) else { throw SealingError.malformed }
        return signature
    }

    package static func context(_ id: String, _ project: ProjectID, _ column: String) -> SealingContext {
        SealingContext(project: project, table: "webhook_endpoint", row: id, column: column)
    }
}
