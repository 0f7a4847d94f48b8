// Variants with a completion handler, which is called on the main actor.

extension MultiFactor {
    /// The variant of ``session()`` with a completion handler.
    public func getSessionWithCompletion(_ completion: (@MainActor (MultiFactorSession?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.session() }
    }

    /// The variant of ``session()`` with a completion handler.
    public func getSession(completion: (@MainActor (MultiFactorSession?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.session() }
    }

    /// The variant of ``enroll(with:displayName:)`` with a completion handler.
    public func enroll(
        with assertion: MultiFactorAssertion, displayName: String?, completion: (@MainActor ((any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.enroll(with: assertion, displayName: displayName) }
    }

    /// The variant of ``unenroll(with:)`` with a completion handler.
    public func unenroll(with factorInfo: MultiFactorInfo, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.unenroll(with: factorInfo) }
    }

    /// The variant of ``unenroll(withFactorUID:)`` with a completion handler.
    public func unenroll(withFactorUID factorUID: String, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.unenroll(withFactorUID: factorUID) }
    }
}
