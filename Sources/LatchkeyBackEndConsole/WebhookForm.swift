import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The URL and the events of a webhook in a form.
struct WebhookForm: Sendable {
    let url: String
    let events: [Event]
    let isEnabled: Bool
    /// The error about the URL or the events.
    var problem: String?

    struct Event: Sendable {
        let value: String
        let explanation: String
        let chosen: Bool
    }

    /// The chosen events, including unknown ones, which are refused.
    let chosen: [String]

    /// The form for a new webhook.
    init() {
        self.init(url: "", chosen: UserEvent.allCases.map(\.rawValue), isEnabled: true)
    }

    init(_ endpoint: WebhookEndpoint) {
        self.init(url: endpoint.url, chosen: endpoint.events.map(\.rawValue), isEnabled: endpoint.isEnabled)
    }

    init(_ form: QueryParameters) {
        self.init(url: form["url"] ?? "", chosen: form.values(of: "event"), isEnabled: form["enabled"] == "yes")
    }

    private init(url: String, chosen: [String], isEnabled: Bool) {
        self.url = url
        self.chosen = chosen
        self.isEnabled = isEnabled
        events = UserEvent.allCases.map {
            Event(value: $0.rawValue, explanation: $0.explanation, chosen: chosen.contains($0.rawValue))
        }
    }

    func refused(_ problem: String) -> WebhookForm {
        var form = self
        form.problem = problem
        return form
    }
}

extension UserEvent {
    fileprivate var explanation: String {
        switch self {
        case .created: "A user signed up, or an administrator created the account."
        case .deleted: "The account was deleted."
        case .updated: "The profile, the sign-in methods, the claims or the state of the account changed."
        case .signedIn: "A user signed in to an existing account."
        }
    }
}
