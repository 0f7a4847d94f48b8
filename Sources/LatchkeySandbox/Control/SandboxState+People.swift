extension SandboxState {
    /// Returns all people, in the order they were added.
    public func people() -> [SandboxPerson] {
        withLedger { $0.people.all }
    }

    /// Returns the person with this key.
    public func person(_ key: String) -> SandboxPerson? {
        withLedger { $0.people[key] }
    }

    /// Adds a person with accounts at all providers; the sandbox chooses values for everything omitted.
    ///
    /// Throws ``SandboxError`` for a name that is in use or malformed, and when there are already 1000 people.
    @discardableResult
    public func addPerson(_ new: NewSandboxPerson) throws -> SandboxPerson {
        try withLedger { try $0.people.add(new) }
    }

    /// Adds a person exactly as specified.
    ///
    /// Throws ``SandboxError`` for a name or ID that is in use or malformed, and when there are already 1000 people.
    public func addPerson(_ person: SandboxPerson) throws {
        try withLedger { try $0.people.add(person) }
    }

    /// Changes the screen name or login of an account at Twitter, X or GitHub; its ID and tokens stay, and the old name becomes free.
    ///
    /// Throws ``SandboxError`` for an unknown person and for a name that is in use or malformed.
    @discardableResult
    public func rename(_ key: String, at provider: SandboxProvider, to name: String) throws -> SandboxPerson {
        try withLedger { try $0.people.rename(key, at: provider, to: name) }
    }
}
