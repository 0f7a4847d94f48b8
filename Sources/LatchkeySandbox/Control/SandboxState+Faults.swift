extension SandboxState {
    /// Enables a fault for the next matching requests; for one request unless ``SandboxFault/times`` is set.
    ///
    /// Throws ``SandboxError`` for an unknown kind or person, for values out of range, and when there are already 100 faults.
    public func switchOn(_ fault: SandboxFault) throws {
        try withLedger { ledger in
            if let key = fault.person, ledger.people[key] == nil {
                throw SandboxError(.unknownPerson, "no person has the key \"\(key)\"; GET /sandbox/people lists them")
            }
            try ledger.faults.add(fault)
        }
    }

    /// Returns the faults that are still pending.
    public func faults() -> [SandboxFault] {
        withLedger { $0.faults.waiting }
    }

    /// Disables all faults.
    public func clearFaults() {
        withLedger { $0.faults.clear() }
    }
}
