/// The people in the sandbox, in the order they were added.
struct PeopleRegister: Sendable {
    static let maxPeople = 1000
    static let maxNameLength = 100
    static let maxEmailLength = 254

    private(set) var all: [SandboxPerson]

    init(_ people: [SandboxPerson]) {
        all = people
    }

    subscript(key: String) -> SandboxPerson? {
        all.first { $0.key == key }
    }

    /// Returns the people with an account at the provider.
    func people(at provider: SandboxProvider) -> [SandboxPerson] {
        all.filter { $0.handle(at: provider) != nil }
    }

    /// Returns the person with an account at the provider; throws ``SandboxError`` when there is none.
    func person(_ key: String, at provider: SandboxProvider) throws -> SandboxPerson {
        guard let person = self[key] else {
            throw SandboxError(.unknownPerson, "no person has the key \"\(key)\"; GET /sandbox/people lists them")
        }
        guard person.handle(at: provider) != nil else {
            throw SandboxError(.unknownPerson, "\(key) has no account at \(provider.rawValue)")
        }
        return person
    }

    /// Adds a person; throws ``SandboxError`` unless the key, IDs and names are valid and unused.
    mutating func add(_ person: SandboxPerson) throws {
        guard all.count < Self.maxPeople else {
            throw SandboxError(.full, "the limit of \(Self.maxPeople) people is reached")
        }
        guard AccountName.isKey(person.key) else {
            throw SandboxError(.invalidValue, "a key must have 1 to 32 lower-case letters, digits, - and _, and start with a letter")
        }
        guard self[person.key] == nil else { throw SandboxError(.taken, "the key \"\(person.key)\" is already in use") }
        guard !person.name.isEmpty, person.name.unicodeScalars.count <= Self.maxNameLength else {
            throw SandboxError(.invalidValue, "a name must have 1 to \(Self.maxNameLength) characters")
        }
        if let account = person.twitter {
            try checkTwitterName(account.screenName, except: nil)
            guard account.id > 0, !all.contains(where: { $0.twitter?.id == account.id }) else {
                throw SandboxError(.taken, "the Twitter id \(account.id) is in use or not positive")
            }
        }
        if let account = person.github {
            try checkGitHubName(account.login, except: nil)
            guard account.id > 0, !all.contains(where: { $0.github?.id == account.id }) else {
                throw SandboxError(.taken, "the GitHub id \(account.id) is in use or not positive")
            }
        }
        if let account = person.openID {
            guard AccountName.isSubject(account.subject), !all.contains(where: { $0.openID?.subject == account.subject }) else {
                throw SandboxError(.taken, "the subject \(account.subject.prefix(80)) is in use or malformed")
            }
        }
        for email in [person.twitter?.email, person.openID?.email].compactMap(\.self) + (person.github?.emails.map(\.address) ?? []) {
            guard email.utf8.count <= Self.maxEmailLength, email.contains("@"), !email.contains(where: \.isWhitespace) else {
                throw SandboxError(.invalidValue, "\"\(email.prefix(80))\" is not an email address")
            }
        }
        all.append(person)
    }

    /// Changes the public name of an account; its ID stays, and the old name becomes free.
    mutating func rename(_ key: String, at provider: SandboxProvider, to name: String) throws -> SandboxPerson {
        _ = try person(key, at: provider)
        guard let index = all.firstIndex(where: { $0.key == key }) else { return try person(key, at: provider) }
        switch provider {
        case .twitter, .x:
            try checkTwitterName(name, except: key)
            all[index].twitter?.screenName = name
        case .github:
            try checkGitHubName(name, except: key)
            all[index].github?.login = name
        default:
            throw SandboxError(.invalidValue, "an account at \(provider.displayName) has no public name")
        }
        return all[index]
    }

    private func checkTwitterName(_ name: String, except key: String?) throws {
        guard AccountName.isScreenName(name) else {
            throw SandboxError(.invalidValue, "a screen name must have 1 to 15 letters, digits and underscores")
        }
        guard !all.contains(where: { $0.key != key && $0.twitter?.screenName.lowercased() == name.lowercased() }) else {
            throw SandboxError(.taken, "the screen name \(name) is already in use")
        }
    }

    private func checkGitHubName(_ name: String, except key: String?) throws {
        guard AccountName.isLogin(name) else {
            throw SandboxError(.invalidValue, "a login must have 1 to 39 letters and digits, with single hyphens inside")
        }
        guard !all.contains(where: { $0.key != key && $0.github?.login.lowercased() == name.lowercased() }) else {
            throw SandboxError(.taken, "the login \(name) is already in use")
        }
    }
}
