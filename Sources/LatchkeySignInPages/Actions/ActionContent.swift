/// The form of the action page.
struct ActionContent {
    let sandbox: Bool
    let lang: String
    let direction: String
    let title: String
    let lead: String
    let message: String?
    let csrf: String
    let mode: String
    let code: String
    let apiKey: String
    /// Empty for the project itself.
    let tenant: String
    let continueURL: String
    /// Whether the form has a field for a new password.
    let password: Bool
    let email: String
    let label: String
    /// The words of the button that shows the password.
    let show: String
    let confirm: String
    let deny: String?
}

struct ActionDone {
    let sandbox: Bool
    let lang: String
    let direction: String
    let title: String
    let text: String
    let continueURL: String?
    let continueLabel: String
    let close: String
}

struct ActionProblem {
    let sandbox: Bool
    let lang: String
    let direction: String
    let title: String
    let text: String
}
