import Foundation
import LatchkeyIdentity
import LatchkeyProviders

/// A webhook of a project with its deliveries, for the status and the doctor. Its URL may contain a token, and is not included.
struct WebhookTrouble: Codable, Sendable {
    var project: String
    var id: String
    /// `active`, `failing` or `disabled`.
    var state: String
    var failingSince: Date?
    var lastError: String?
    /// The deliveries that were not made yet.
    var waiting: Int

    init(_ endpoint: WebhookEndpoint, in view: any StoreReading) throws {
        (project, id, state) = (endpoint.project.rawValue, endpoint.id, endpoint.state.rawValue)
        (failingSince, lastError) = (endpoint.failingSince, endpoint.lastError)
        waiting = try view.waitingWebhooks(to: endpoint.id)
    }

    /// The state in a line.
    var text: String {
        var text = state
        if let failingSince { text += " since \(failingSince.formatted(.iso8601))" }
        if let lastError { text += ": \(lastError.trimmingCharacters(in: ["."]))" }
        return text + "; \(Count.text(waiting, "delivery waits", "deliveries wait"))"
    }

    /// The result of a check. A webhook that an administrator disabled is as it should be.
    var finding: CheckupFinding {
        let subject = "\(project): webhook \(id)"
        guard failingSince != nil else { return .ok(subject, text) }
        let place = "\(id) --project \(project)"
        return .wrong(
            subject, text,
            mend: state == WebhookEndpoint.State.disabled.rawValue
                ? "Correct the application, and run `latchkey webhooks update \(place) --enabled yes`."
                : "Correct the application or the URL. `latchkey webhooks deliveries \(place)` lists the deliveries, and "
                    + "`latchkey webhooks retry \(place)` makes them at once.")
    }
}
