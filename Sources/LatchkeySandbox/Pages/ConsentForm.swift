import LatchkeyOAuth

/// The submitted form of a consent page.
struct ConsentForm: Sendable {
    /// The button that was pressed.
    enum Action: Sendable, Equatable {
        case allow, deny
        case add(NewSandboxPerson)
    }

    let action: Action
    /// The selected person's key; `nil` only for ``Action/deny`` and ``Action/add(_:)``.
    let person: String?
    /// The scopes that the person does not grant.
    let withheld: Set<String>

    /// Parses the form; throws ``SandboxError``.
    ///
    /// - Parameter subject: The subject of the page, which its hidden field is bound to.
    init(_ request: ReceivedRequest, subject: String, browser: Browser, state: SandboxState) throws {
        guard request.isForm, let form = try? request.form() else {
            throw SandboxError(.invalidAuthorization, "This page accepts only forms.")
        }
        guard browser.isValid(csrf: form["csrf"] ?? "", for: subject) else {
            throw SandboxError(
                .invalidAuthorization,
                "The form does not belong to this browser: its csrf field or the cookie is missing or wrong. Reload the page.")
        }
        person = form.filled("person")
        withheld = Set(form.values(of: "withhold"))
        switch form["action"] {
        case "allow":
            action = .allow
            guard person != nil else { throw SandboxError(.invalidAuthorization, "Select a person.") }
        case "deny":
            action = .deny
        case "add":
            action = .add(
                NewSandboxPerson(
                    name: form["name"] ?? "", email: form.filled("email"), emailVerified: form["verified"] == "yes"))
        default:
            throw SandboxError(.invalidAuthorization, "The field action must be allow, deny or add.")
        }
    }
}
