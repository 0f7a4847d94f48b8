// Each operation once more with a completion, which comes on the main actor.

extension MultiFactor {
    /// ``session()`` with a completion.
    public func getSessionWithCompletion(_ completion: (@MainActor (MultiFactorSession?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.session() }
    }

    /// ``session()`` with a completion.
    public func getSession(completion: (@MainActor (MultiFactorSession?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.session() }
    }

    /// ``enroll(with:displayName:)`` with a completion.
    public func enroll(
        with assertion: MultiFactorAssertion, displayName: String?, completion: (@MainActor ((any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.enroll(with: assertion, displayName: displayName) }
    }

    /// ``unenroll(with:)`` with a completion.
    public func unenroll(with factorInfo: MultiFactorInfo, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.unenroll(with: factorInfo) }
    }

    /// ``unenroll(withFactorUID:)`` with a completion.
    public func unenroll(withFactorUID factorUID: String, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.unenroll(withFactorUID: factorUID) }
    }
}
