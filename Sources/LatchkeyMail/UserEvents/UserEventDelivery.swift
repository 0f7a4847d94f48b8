import AsyncHTTPClient
import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import Logging
import NIOHTTP1

/// The attempt to deliver one event to a webhook of a project, and the record of its result in the store.
struct UserEventDelivery: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let send: WebhookSending
    let retries: RetrySchedule
    let now: WallClock
    let random: RandomTokens
    let logger: Logger

    /// The timeout for the connection, the request and the response together.
    static let timeout: Duration = .seconds(15)

    private enum Result {
        case accepted
        case gone
        case refused(String)
        case stopped
        /// The server's own store could not be read. The delivery comes due again when its claim expires.
        case unread
    }

    /// Delivers an event and stores the result.
    ///
    /// - Parameter delivery: A delivery that was just claimed. Its `attempts` includes this attempt.
    /// - Returns: Whether the webhook refused it or could not be reached.
    func attempt(_ delivery: WebhookDelivery) async -> Bool {
        let result: Result
        do {
            result = try await post(delivery)
        } catch is CancellationError {
            result = .stopped
        } catch let error as DeliveryError {
            result = Task.isCancelled ? .stopped : .refused(error.detail)
        } catch {
            result = Task.isCancelled ? .stopped : .refused(DeliveryError.temporary("\(error)").detail)
        }
        do {
            try await note(result, of: delivery)
        } catch {
            // The delivery comes due again when its claim expires.
            logger.error("the state of a webhook delivery cannot be saved", metadata: ["delivery": "\(delivery.id)", "cause": "\(error)"])
        }
        return if case .refused = result { true } else { false }
    }

    private func post(_ delivery: WebhookDelivery) async throws -> Result {
        let endpoint: WebhookEndpoint?
        do {
            endpoint = try await store.read { try $0.webhookEndpoint(delivery.endpoint) }
        } catch is CancellationError {
            return .stopped
        } catch {
            logger.error("a webhook cannot be read", metadata: ["webhook": "\(delivery.endpoint)", "cause": "\(error)"])
            return .unread
        }
        // A deleted endpoint has no deliveries to note.
        guard let endpoint, let payload = delivery.payload else { return .stopped }
        let instant = now()
        let signature: StandardWebhookSignature
        do {
            signature = try endpoint.signature(at: instant, sealer: sealer)
        } catch {
            return .refused("The secret cannot be decrypted: it was sealed with another master key, or changed.")
        }
        let (body, timestamp) = (Array(payload.utf8), instant.secondsSince1970)
        var request = HTTPClientRequest(url: endpoint.url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "Latchkey")
        request.headers.add(name: StandardWebhookSignature.idHeader, value: delivery.id)
        request.headers.add(name: StandardWebhookSignature.timestampHeader, value: String(timestamp))
        request.headers.add(
            name: StandardWebhookSignature.signatureHeader, value: signature.text(id: delivery.id, timestamp: timestamp, body: body))
        request.body = .bytes(body)
        switch try await TimedRequest(send: send, timeout: Self.timeout).status(of: request) {
        case 200..<300: return .accepted
        case 410: return .gone
        case let status where 300..<400 ~= status:
            return .refused("The webhook responded with status \(status). Redirects are not followed.")
        case let status: return .refused("The webhook responded with status \(status).")
        }
    }

    private func note(_ result: Result, of claimed: WebhookDelivery) async throws {
        if case .unread = result { return }
        let instant = now().inWholeMilliseconds
        let delay = retries.delaySeconds(afterAttempt: claimed.attempts, random: random)
        let wasFailing = try await store.write { transaction in
            // The endpoint and the payload may have changed during the attempt.
            guard var delivery = try transaction.webhookDelivery(claimed.id),
                var endpoint = try transaction.webhookEndpoint(claimed.endpoint)
            else { return false }
            let before = endpoint
            switch result {
            case .accepted:
                (delivery.state, delivery.payload, delivery.lastError) = (.delivered, nil, nil)
                (endpoint.failingSince, endpoint.lastError) = (nil, nil)
            case .gone:
                (delivery.state, delivery.lastError) = (.failed, "The webhook responded with status 410.")
                (endpoint.isEnabled, endpoint.lastError) = (false, "The webhook responded with status 410 (Gone), which disabled it.")
                endpoint.failingSince = endpoint.failingSince ?? instant
            case .refused(let problem):
                delivery.lastError = problem
                (endpoint.failingSince, endpoint.lastError) = (endpoint.failingSince ?? instant, problem)
                if let delay {
                    delivery.nextAttemptAt = instant.addingTimeInterval(delay).inWholeMilliseconds
                } else {
                    delivery.state = .failed
                }
            case .stopped, .unread:
                // The server is stopping. The delivery is due at once, so that the next process does not wait for the claim to expire.
                delivery.nextAttemptAt = instant
            }
            try transaction.update(delivery, at: instant)
            if endpoint != before { try transaction.update(endpoint) }
            return before.failingSince != nil
        }
        log(result, of: claimed, isLast: delay == nil, wasFailing: wasFailing)
    }

    /// Logs the result, without the payload and the user.
    private func log(_ result: Result, of delivery: WebhookDelivery, isLast: Bool, wasFailing: Bool) {
        var metadata: Logger.Metadata = [
            "delivery": "\(delivery.id)", "project": "\(delivery.realm.project)", "webhook": "\(delivery.endpoint)",
            "event": "\(delivery.event.rawValue)", "attempt": "\(delivery.attempts)",
        ]
        switch result {
        case .accepted: logger.debug("webhook delivered", metadata: metadata)
        case .gone: logger.warning("webhook disabled, because it responded with status 410", metadata: metadata)
        case .refused(let problem):
            metadata["cause"] = "\(problem)"
            if isLast {
                logger.error("webhook delivery given up", metadata: metadata)
            } else {
                // One warning when the failures begin; a long queue would fill the log.
                logger.log(level: wasFailing ? .debug : .warning, "webhook not delivered, will be retried", metadata: metadata)
            }
        case .stopped, .unread: break
        }
    }
}
