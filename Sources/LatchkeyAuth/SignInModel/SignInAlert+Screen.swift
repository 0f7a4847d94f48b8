import Foundation

/// What a screen writes about providers.
enum ProviderTitle {
    private static let names = [
        "apple.com": "Apple", "github.com": "GitHub", "gitlab.com": "GitLab", "google.com": "Google", "microsoft.com": "Microsoft",
        "twitter.com": "Twitter", "x.com": "X",
    ]

    /// What people call a provider; its id where nobody knows better, without the `oidc.` of those that a project set up itself.
    static func name(of providerID: String) -> String {
        names[providerID] ?? (providerID.hasPrefix("oidc.") ? String(providerID.dropFirst(5)) : providerID)
    }

    /// The text of a button.
    static func signIn(with providerID: String) -> String { "Sign in with " + name(of: providerID) }

    /// A way of signing in, in a sentence.
    static func way(_ method: String) -> String {
        switch method {
        case EmailAuthProviderID: "your password"
        case "emailLink": "a link that you are mailed"
        case "phone": "your telephone"
        default: name(of: method)
        }
    }
}

extension SignInAlert {
    /// The message, and the ways that lead into the account that has the address already, where they are known.
    var fullMessage: String {
        guard case .signInToExisting(_, let methods) = nextStep, !methods.isEmpty else { return message }
        let ways = methods.map(ProviderTitle.way)
        let last = ways.suffix(2).joined(separator: " or ")
        return "\(message) Sign in with \((ways.dropLast(2) + [last]).joined(separator: ", "))."
    }

    /// A page that a person can go to from here, with the text of its button.
    var page: (title: String, url: URL)? {
        guard case .signUp(let url) = nextStep else { return nil }
        return ("Sign Up", url)
    }
}
