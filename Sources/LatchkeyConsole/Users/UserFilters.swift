import LatchkeyIdentity
import LatchkeySignInPages

/// The choices of the user list's form, and the chosen ones as chips that remove them.
struct UserFilters {
    struct Choice {
        let value: String
        let name: String
        let chosen: Bool
    }

    /// A chosen filter.
    struct Chip {
        let name: String
        let value: String
        /// The list without it.
        let href: String
    }

    let methods: [Choice]
    let states: [Choice]
    let chips: [Chip]

    init(_ query: UserListQuery, _ providers: [ProviderConfiguration], in list: String) {
        methods = Self.methods(providers, query.filter.method)
        states = AccountFilter.State.allCases.map {
            Choice(value: $0.rawValue, name: Self.name(of: $0), chosen: $0 == query.filter.state)
        }
        var chips: [Chip] = []
        if !query.text.isEmpty {
            chips.append(Chip(name: "Search", value: query.text, href: list + query.changed { $0.text = "" }.link))
        }
        if let method = query.filter.method {
            let name = methods.first(where: \.chosen)?.name ?? method.rawValue
            chips.append(Chip(name: "Sign-in method", value: name, href: list + query.changed { $0.filter.method = nil }.link))
        }
        if let state = query.filter.state {
            chips.append(Chip(name: "Status", value: Self.name(of: state), href: list + query.changed { $0.filter.state = nil }.link))
        }
        self.chips = chips
    }

    private static func methods(_ providers: [ProviderConfiguration], _ chosen: ProviderID?) -> [Choice] {
        let own: [(ProviderID, String)] = [
            (.password, "Password"), (.emailLink, "E-mail link"), (.phone, "Phone"), (.passkey, "Passkey"), (.custom, "Custom token"),
            (.anonymous, "Anonymous"),
        ]
        // Several providers can lead to the same identities, as Twitter and X do.
        var others: [(id: ProviderID, name: String)] = []
        for provider in providers {
            if let known = others.firstIndex(where: { $0.id == provider.identityProvider }) {
                others[known].name += ", " + provider.displayName
            } else {
                others.append((provider.identityProvider, provider.displayName))
            }
        }
        return (own + others).map { Choice(value: $0.0.rawValue, name: $0.1, chosen: $0.0 == chosen) }
    }

    private static func name(of state: AccountFilter.State) -> String {
        switch state {
        case .disabled: "disabled"
        case .unverified: "e-mail not verified"
        case .protected: "has a second factor"
        }
    }
}
