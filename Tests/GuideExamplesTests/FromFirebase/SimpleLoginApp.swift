// snippet.FromFirebase.simpleLogin
import LatchkeyAuth
import LatchkeyFirebase2
import LatchkeySimpleLogin

// snippet.end

/// An app of Firebase Simple Login after its migration, as the guide "From Firebase to Latchkey" shows it.
///
/// It is compiled and not run, because its server does not exist. ``SimpleLoginExample`` runs the same calls.
@MainActor enum SimpleLoginApp {
    static func logIn(_ yourApp: SimpleLoginExample.App) {
        // snippet.FromFirebase.simpleLogin
        Firebase.configure(
            AuthConfiguration(serverURL: "https://auth.example.com", apiKey: "lk_...", databaseURL: "https://db.example.com"))

        let myRef = Firebase(url: "https://example.firebaseio.com")
        let authClient = FirebaseSimpleLogin(ref: myRef)
        authClient.loginToTwitterAppWithId(
            "YOUR_CONSUMER_KEY",
            multipleAccountsHandler: { usernames -> Int32 in
                return yourApp.selectUserName(usernames)  // anything that is no index: none of them
            },
            withCompletionBlock: { error, user in
                if error != nil {
                    // There was an error authenticating
                } else {
                    // We have an authenticated Twitter user: user?.uid is "twitter:123"
                }
            })
        // snippet.end
    }
}
