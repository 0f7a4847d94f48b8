/// The pending faults, in the order they were enabled.
struct FaultBook: Sendable {
    static let maxFaults = 100

    private(set) var waiting: [SandboxFault] = []

    mutating func add(_ fault: SandboxFault) throws {
        guard SandboxFault.Kind.known.contains(fault.kind) else {
            let names = SandboxFault.Kind.known.map(\.rawValue).joined(separator: ", ")
            throw SandboxError(.invalidValue, "there is no fault \"\(fault.kind.rawValue.prefix(50))\"; use one of \(names)")
        }
        guard (0...600_000).contains(fault.milliseconds ?? 0), (0...1_000_000).contains(fault.times ?? 1),
            (-1_000_000_000...1_000_000_000).contains(fault.seconds ?? 0)
        else {
            throw SandboxError(
                .invalidValue, "milliseconds must be 0 to 600000, times 0 to 1000000, seconds -1000000000 to 1000000000")
        }
        if let path = fault.path, !path.hasPrefix("/") || path.utf8.count > 200 {
            throw SandboxError(.invalidValue, "a path must start with / and have at most 200 bytes")
        }
        guard waiting.count < Self.maxFaults else {
            throw SandboxError(.full, "\(Self.maxFaults) faults are already pending; DELETE /sandbox/faults clears them")
        }
        waiting.append(fault)
    }

    mutating func clear() {
        waiting = []
    }

    /// Removes and returns the first fault of this kind for all persons or for this person, and decrements its count.
    mutating func take(_ kind: SandboxFault.Kind, provider: SandboxProvider, path: String, person: String?) -> SandboxFault? {
        take { fault in
            fault.kind == kind && fault.fits(provider, path) && (fault.person == nil || fault.person == person)
        }
    }

    /// Removes and returns the first fault of this kind for exactly this person, or for all persons if `nil`.
    mutating func take(
        _ kind: SandboxFault.Kind, provider: SandboxProvider, path: String, exactPerson: String?
    ) -> SandboxFault? {
        take { fault in fault.kind == kind && fault.fits(provider, path) && fault.person == exactPerson }
    }

    private mutating func take(_ fits: (SandboxFault) -> Bool) -> SandboxFault? {
        guard let index = waiting.firstIndex(where: fits) else { return nil }
        let fault = waiting[index]
        switch fault.times ?? 1 {
        case 0: break
        case 1: waiting.remove(at: index)
        case let times: waiting[index].times = times - 1
        }
        return fault
    }
}

extension SandboxFault {
    fileprivate func fits(_ provider: SandboxProvider, _ path: String) -> Bool {
        (self.provider ?? provider) == provider && (self.path ?? path) == path
    }
}
