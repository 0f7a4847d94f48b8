extension SandboxState {
    /// Everybody, in the order they were added.
    public func people() -> [SandboxPerson] {
        withLedger { $0.people.all }
    }

    /// The person of that key.
    public func person(_ key: String) -> SandboxPerson? {
        withLedger { $0.people[key] }
    }

    /// Adds a person with accounts at all providers; what is left out is chosen by the sandbox.
    ///
    /// Throws ``SandboxError`` for a name that is taken or malformed, and beyond 1000 people.
    @discardableResult
    public func addPerson(_ new: NewSandboxPerson) throws -> SandboxPerson {
        try withLedger { try $0.people.add(new) }
    }

    /// Adds a person exactly as described.
    ///
    /// Throws ``SandboxError`` for a name or id that is taken or malformed, and beyond 1000 people.
    public func addPerson(_ person: SandboxPerson) throws {
        try withLedger { try $0.people.add(person) }
    }

    /// Gives an account at Twitter, X or GitHub another screen name or login; its id and its tokens stay, and the old name is free for others.
    ///
    /// Throws ``SandboxError`` for an unknown person and for a name that is taken or malformed.
    @discardableResult
    public func rename(_ key: String, at provider: SandboxProvider, to name: String) throws -> SandboxPerson {
        try withLedger { try $0.people.rename(key, at: provider, to: name) }
    }
}
