public import LatchkeyIdentity

/// What every store has to do, each behaviour with a sentence and a check.
///
/// Run all of it over a store of yours:
///
/// ```swift
/// @Test(arguments: StoreContract.cases)
/// func keepsTheContract(_ behaviour: StoreContract.Case) async throws {
///     try await behaviour.check { try MyStore() }
/// }
/// ```
public enum StoreContract {
    /// All behaviours, each checked on a store of its own.
    public static let cases: [Case] =
        transactions + projects + apps + accounts + accountConstraints + identities + identityConstraints + sessions + flows + results
        + pendingCredentials + expiry + events + usage + signingKeys + serviceAccounts + accessTokens + databaseSecrets + tenants
        + accountLists + providerConfigurations
        + outboxMessages + messageTemplates + oneTimeCodes + passkeys + phones + secondFactors
        + hashConfigurations + credentialRemoval + values

    public struct Case: Sendable, CustomStringConvertible {
        public let sentence: String
        private let body: @Sendable (any AccountStore) async throws -> Void

        init(_ sentence: String, _ body: @escaping @Sendable (any AccountStore) async throws -> Void) {
            self.sentence = sentence
            self.body = body
        }

        public var description: String { sentence }

        /// Checks the behaviour.
        ///
        /// - Parameter makeStore: Makes an empty store that nobody else uses.
        /// - Throws: ``ContractViolation`` when the store behaves differently, or whatever the store threw.
        public func check(_ makeStore: @Sendable () async throws -> any AccountStore) async throws {
            try await body(try await makeStore())
        }
    }
}
