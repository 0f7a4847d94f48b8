package import LatchkeyIdentity

/// The required behavior of every store, as a list of test cases.
///
/// Run all of them with your store:
///
/// ```swift
/// @Test(arguments: StoreContract.cases)
/// func keepsTheContract(_ behavior: StoreContract.Case) async throws {
///     try await behavior.check { try MyStore() }
/// }
/// ```
package enum StoreContract {
    /// All test cases; each one is checked with a new store.
    package static let cases: [Case] =
        transactions + conflicts + revisions + projects + apps + accounts + accountConstraints + identities + identityConstraints
        + sessions + flows + results
        + pendingCredentials + expiry + events + erasures + removals + keyAges + usage + latencies + signingKeys + serviceAccounts
        + accessTokens
        + administratorInvitations
        + databaseSecrets + tenants
        + accountLists + providerConfigurations
        + outboxMessages + messageTemplates + oneTimeCodes + passkeys + phones + secondFactors
        + hashConfigurations + credentialRemoval + sealedValues + values + webhooks

    /// A test case.
    package struct Case: Sendable, CustomStringConvertible {
        /// The required behavior, as a sentence.
        package let sentence: String
        private let body: @Sendable (any AccountStore) async throws -> Void

        init(_ sentence: String, _ body: @escaping @Sendable (any AccountStore) async throws -> Void) {
            self.sentence = sentence
            self.body = body
        }

        /// The same as ``sentence``.
        package var description: String { sentence }

        /// Checks the behavior.
        ///
        /// - Parameter makeStore: Creates an empty store for exclusive use by this case.
        /// - Throws: ``ContractViolation`` when the store behaves differently, or any error of the store.
        package func check(_ makeStore: @Sendable () async throws -> any AccountStore) async throws {
            try await body(try await makeStore())
        }
    }
}
