import LatchkeyOAuth

/// What came back from a consent page.
struct ConsentForm: Sendable {
    /// Which button was pressed.
    enum Action: Sendable, Equatable {
        case allow, deny
        case add(NewSandboxPerson)
    }

    let action: Action
    /// The chosen person's key; `nil` only together with ``Action/deny`` and ``Action/add(_:)``.
    let person: String?
    /// The scopes that the person does not grant.
    let withheld: Set<String>

    /// - Parameter subject: What the page was about; its hidden field fits no other.
    init(_ request: ReceivedRequest, subject: String, browser: Browser, state: SandboxState) throws {
        guard request.isForm, let form = try? request.form() else {
            throw SandboxError(.invalidAuthorization, "This page takes a form.")
        }
        guard browser.isValid(csrf: form["csrf"] ?? "", for: subject) else {
            throw SandboxError(
                .invalidAuthorization,
                "The form was not made for this browser: its csrf field or the cookie is missing or wrong. Load the page again.")
        }
        person = form.filled("person")
        withheld = Set(form.values(of: "withhold"))
        switch form["action"] {
        case "allow":
            action = .allow
            guard person != nil else { throw SandboxError(.invalidAuthorization, "Choose who you are.") }
        case "deny":
            action = .deny
        case "add":
            action = .add(
                NewSandboxPerson(
                    name: form["name"] ?? "", email: form.filled("email"), emailVerified: form["verified"] == "yes"))
        default:
            throw SandboxError(.invalidAuthorization, "The field action is allow, deny or add.")
        }
    }
}
