import Foundation
import LatchkeyFirebase2
import ServerUnderTest

/// The examples of "Authenticating Github users to your Firebase App" in Firebase's guide for iOS, version 2.5.
struct GitHubExample {
    let url: String
    /// The guide leaves it to the app how it gets this token.
    let ACCESS_TOKEN: String
    let note: Notes

    /// The guide's Swift version.
    @MainActor func asSwift() {
        // snippet.S2.2
        // Changed: the address is that of the test's server.
        let ref = Firebase(url: url)
        ref.authWithOAuthProvider(
            "github", token: ACCESS_TOKEN,
            withCompletionBlock: { error, authData in

                if error != nil {
                    // There was an error during log in
                    note("error \(error?.code ?? 0)")
                } else {
                    // We have a logged in Github user
                    note("logged in \(authData?.uid ?? "-")")
                }
            })
        // snippet.end
    }

    /// The guide's Objective-C version.
    @MainActor func asObjectiveC() {
        // snippet.S2.1
        let ref = Firebase(url: url)
        ref.authWithOAuthProvider(
            "github", token: ACCESS_TOKEN,
            withCompletionBlock: { error, authData in
                if let error {
                    // There was an error logging in
                    note("error \(error.code)")
                } else {
                    // We have a logged in Github user
                    note("logged in \(authData?.uid ?? "-")")
                }
            })
        // snippet.end
    }
}
