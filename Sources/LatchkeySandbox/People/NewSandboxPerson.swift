/// The data for adding a person; the sandbox chooses values for everything omitted.
public struct NewSandboxPerson: Sendable, Hashable, Codable {
    /// The display name.
    public var name: String
    /// The sandbox's key for the person; derived from the display name if `nil`.
    public var key: String?
    /// Twitter's screen name; derived from the display name if `nil`.
    public var screenName: String?
    /// GitHub's login; derived from the display name if `nil`.
    public var login: String?
    /// The email address at all providers; none if `nil` or empty.
    public var email: String?
    /// Whether the address is verified at all providers; true if `nil`.
    public var emailVerified: Bool?

    /// Creates the data for a new person.
    public init(
        name: String, key: String? = nil, screenName: String? = nil, login: String? = nil, email: String? = nil,
        emailVerified: Bool? = nil
    ) {
        self.name = name
        self.key = key
        self.screenName = screenName
        self.login = login
        self.email = email
        self.emailVerified = emailVerified
    }
}

extension PeopleRegister {
    /// Adds a person with accounts at all providers; derived names get a number if they are in use.
    mutating func add(_ new: NewSandboxPerson) throws -> SandboxPerson {
        let key = new.key ?? Self.free(AccountName.derived(from: new.name, maxLength: 24), taken: all.map(\.key))
        let screenName =
            new.screenName
            ?? Self.free(AccountName.derived(from: new.name, maxLength: 10), taken: all.compactMap { $0.twitter?.screenName })
        let login =
            new.login
            ?? Self.free(AccountName.derived(from: new.name, maxLength: 30), taken: all.compactMap { $0.github?.login })
        let email = new.email?.isEmpty == false ? new.email : nil
        let isVerified = new.emailVerified ?? true
        let person = SandboxPerson(
            key: key, name: new.name,
            twitter: SandboxTwitterAccount(
                id: (all.compactMap { $0.twitter?.id }.filter { $0 < 1 << 53 }.max() ?? 0) + 7, screenName: screenName,
                email: email, isEmailVerified: isVerified),
            github: SandboxGitHubAccount(
                id: (all.compactMap { $0.github?.id }.max() ?? 0) + 7, login: login,
                emails: email.map { [.init($0, isVerified: isVerified)] } ?? []),
            openID: SandboxOpenIDAccount(
                subject: nextSubject, email: email, isEmailVerified: isVerified))
        try add(person)
        return person
    }

    /// An unused subject with the same length as those of the seeds.
    private var nextSubject: String {
        let taken = Set(all.compactMap { $0.openID?.subject })
        return (0...Self.maxPeople).lazy.map { "1080000000000000\(100_000 + $0)" }.first { !taken.contains($0) }
            ?? ""
    }

    private static func free(_ name: String, taken: [String]) -> String {
        let taken = Set(taken.map { $0.lowercased() })
        guard taken.contains(name) else { return name }
        return (2...maxPeople + 2).lazy.map { "\(name)\($0)" }.first { !taken.contains($0) } ?? name
    }
}
