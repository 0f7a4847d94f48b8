/// The contents of a consent page.
struct ConsentPage: Sendable {
    struct Choice: Sendable {
        let key: String
        let name: String
        let handle: String
        let avatar: String
        let isChosen: Bool
    }
    struct Scope: Sendable {
        let name: String
        let meaning: String
    }
    struct HiddenField: Sendable {
        let name: String
        let value: String
    }

    static let maxChoices = 100

    let title: String
    /// The provider's CSS class.
    let brand: String
    let initial: String
    let provider: String
    let app: String
    let choices: [Choice]
    let permissions: [String]
    /// The scopes that the person may withhold individually.
    let scopes: [Scope]
    let hasScopes: Bool
    let csrf: String
    let hidden: [HiddenField]

    /// Creates the contents of a consent page.
    ///
    /// - Parameter chosen: The key of the preselected person.
    init(
        provider: SandboxProvider, app: String, people: [SandboxPerson], chosen: String?, permissions: [String],
        scopes: [Scope] = [], csrf: String, hidden: [HiddenField] = []
    ) {
        title = "Allow access for \(app)?"
        brand = provider.rawValue
        initial = String(provider.displayName.prefix(1))
        self.provider = provider.displayName
        self.app = app
        // The most recently added people, because a very long list is hard to use.
        let shown = people.filter { $0.key == chosen } + people.filter { $0.key != chosen }.suffix(Self.maxChoices)
        let first = chosen ?? shown.first?.key
        choices = shown.compactMap { person in
            guard let handle = person.handle(at: provider) else { return nil }
            return Choice(
                key: person.key, name: person.name, handle: provider.showsNames ? "@\(handle)" : handle,
                avatar: "/sandbox/avatars/\(person.pictureName(at: provider) ?? "").svg",
                isChosen: person.key == first)
        }
        self.permissions = permissions
        self.scopes = scopes
        hasScopes = !scopes.isEmpty
        self.csrf = csrf
        self.hidden = hidden
    }
}
