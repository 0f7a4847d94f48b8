import Foundation

extension AccountStore {
    /// Records a refusal because of a rate limit: the first one, and the first one after another admitted attempt. Further refusals of a
    /// flood are not recorded, because they would fill the disk.
    func record(
        _ refusal: TooManyAttempts, of kind: AuthEvent.Kind, method: ProviderID? = nil, about subject: AccountID? = nil,
        reason: SignInError.Code = .tooManyAttempts, caller: Caller, at now: Date
    ) async throws {
        let event = AuthEvent(
            at: now.inWholeMilliseconds, realm: caller.realm, kind: kind, outcome: .refused, subject: subject, method: method,
            reason: reason.rawValue, address: caller.client.address)
        // Observers count and log all of them.
        guard refusal.isFirst else { return committedEvents.tell([event]) }
        try await write { try $0.append(event) }
    }

    /// Runs a body that consumes quota, and records a refusal.
    func recordingRefusals<T>(
        of kind: AuthEvent.Kind, method: ProviderID? = nil, about subject: AccountID? = nil, caller: Caller, at now: WallClock,
        _ body: () async throws -> T
    ) async throws -> T {
        do {
            return try await body()
        } catch let refusal as TooManyAttempts {
            try await record(refusal, of: kind, method: method, about: subject, caller: caller, at: now())
            throw refusal
        }
    }
}
