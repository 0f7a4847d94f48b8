extension SandboxState {
    /// Switches a fault on; it befalls the next requests that fit, one unless it says otherwise.
    ///
    /// Throws ``SandboxError`` for an unknown kind, an unknown person, values out of range, and beyond 100 faults.
    public func switchOn(_ fault: SandboxFault) throws {
        try withLedger { ledger in
            if let key = fault.person, ledger.people[key] == nil {
                throw SandboxError(.unknownPerson, "nobody has the key \"\(key)\"; GET /sandbox/people lists everybody")
            }
            try ledger.faults.add(fault)
        }
    }

    /// The faults that are still waiting for their requests.
    public func faults() -> [SandboxFault] {
        withLedger { $0.faults.waiting }
    }

    /// Switches all faults off.
    public func clearFaults() {
        withLedger { $0.faults.clear() }
    }
}
