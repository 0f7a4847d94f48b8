// snippet.FromFirebase.firebase2
import LatchkeyAuth
import LatchkeyFirebase2

// snippet.end

/// An app of Firebase 2.x after its migration, as the guide "From Firebase to Latchkey" shows it.
///
/// It is compiled and not run, because its server does not exist. ``GitHubExample`` and ``TwitterExample`` run the same calls.
@MainActor enum Firebase2App {
    static let ACCESS_TOKEN = "gho_..."

    static func signIn() {
        // snippet.FromFirebase.firebase2
        Firebase.configure(
            AuthConfiguration(serverURL: "https://auth.example.com", apiKey: "lk_...", databaseURL: "https://db.example.com"))

        let ref = Firebase(url: "https://example.firebaseio.com")
        ref.authWithOAuthProvider(
            "github", token: ACCESS_TOKEN,
            withCompletionBlock: { error, authData in
                if error != nil {
                    // There was an error during log in
                } else {
                    // We have a logged in Github user: authData?.uid is "github:42"
                }
            })
        // snippet.end
    }

    static func signInWithTwitter(_ ref: Firebase) async throws {
        // snippet.FromFirebase.accounts
        let store = ACAccountStore()
        try await store.addTwitterAccount(to: ref)  // opens Twitter's page once
        let helper = TwitterAuthHelper(firebaseRef: ref, apiKey: "<YOUR-TWITTER-CONSUMER-KEY>", store: store)
        helper.selectTwitterAccountWithCallback { error, accounts in
            helper.authenticateAccount(accounts.first) { error, authData in
                // User logged in!
            }
        }
        // snippet.end
    }
}
