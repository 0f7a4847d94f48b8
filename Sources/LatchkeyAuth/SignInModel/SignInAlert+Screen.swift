import Foundation

/// The display names of providers.
enum ProviderTitle {
    /// The names that are not the id's first word with a capital.
    private static let names = ["github.com": "GitHub", "gitlab.com": "GitLab", "linkedin.com": "LinkedIn"]

    /// Returns the display name of a provider. For providers that a project defined, it is the id without the prefix `oidc.`.
    static func name(of providerID: String) -> String {
        if let name = names[providerID] { return name }
        if providerID.hasPrefix("oidc.") { return String(providerID.dropFirst(5)) }
        let words = providerID.split(separator: ".")
        guard words.count == 2, words[0] != "saml", let word = words.first else { return providerID }
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Returns the title of a sign-in button.
    static func signIn(with providerID: String) -> String { "Sign in with " + name(of: providerID) }

    /// Returns a sign-in method as part of a sentence.
    static func way(_ method: String) -> String {
        switch method {
        case EmailAuthProviderID: "your password"
        case "emailLink": "a link that is sent to you by email"
        case "phone": "your phone"
        default: name(of: method)
        }
    }
}

extension SignInAlert {
    /// The message, with the sign-in methods of the existing account if they are known.
    var fullMessage: String {
        guard case .signInToExisting(_, let methods) = nextStep, !methods.isEmpty else { return message }
        let ways = methods.map(ProviderTitle.way)
        let last = ways.suffix(2).joined(separator: " or ")
        return "\(message) Sign in with \((ways.dropLast(2) + [last]).joined(separator: ", "))."
    }

    /// A page that the alert links to, with the title of its button.
    var page: (title: String, url: URL)? {
        guard case .signUp(let url) = nextStep else { return nil }
        return ("Sign Up", url)
    }
}
