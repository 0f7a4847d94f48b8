import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import ServerUnderTest
import Testing

/// The token pairs that a device keeps, each for the server that it was added at.
@Suite(.timeLimit(.minutes(10))) struct KeptTokenTests {
    @Test func aTokenGoesToNoServerButItsOwn() async throws {
        try await AppServer.run { first in
            let store = try await first.accountStore(with: ["ada"])
            let account = try #require(try store.accounts().first)
            try await AppServer.run { second in
                let helper = TwitterAuthHelper(firebaseRef: Firebase(url: second.url), apiKey: AppServer.consumerKey, store: store)
                await #expect { try await helper.authenticateAccount(account) } throws: { error in
                    let error = error as NSError
                    return error.code == FAuthenticationError.ProviderDisabled.rawValue
                        && error.localizedFailureReason?.contains("belongs to another server") == true
                }
            }
        }
    }
}
