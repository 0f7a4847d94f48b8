import Foundation
import LatchkeyAuth

/// The guide's examples, one per function. `done` is called at the places of the guide's comments.
@MainActor
struct Guide {
    let delegate: AuthUIDelegate

    func signIn(done: @escaping @MainActor (AuthDataResult?, Error?) -> Void) {
        let provider = OAuthProvider(providerID: "twitter.com")
        provider.customParameters = [
            "lang": "fr"
        ]
        provider.getCredentialWith(delegate) { credential, error in
            if error != nil {
                return done(nil, error)
            }
            if let credential {
                Auth.auth().signIn(with: credential) { authResult, error in
                    if error != nil {
                        return done(nil, error)
                    }
                    // User is signed in.
                    // IdP data available in authResult.additionalUserInfo.profile.
                    print("profile:", authResult?.additionalUserInfo?.profile ?? [:])
                    // Twitter OAuth access token can also be retrieved by:
                    print("access token:", (authResult?.credential as? OAuthCredential)?.accessToken ?? "none")
                    // Twitter OAuth ID token can be retrieved by calling:
                    print("ID token:", (authResult?.credential as? OAuthCredential)?.idToken ?? "none")
                    // Twitter OAuth secret can be retrieved by calling:
                    print("secret:", (authResult?.credential as? OAuthCredential)?.secret ?? "none")
                    done(authResult, nil)
                }
            }
        }
    }

    func credential(done: @escaping @MainActor (AuthCredential?, Error?) -> Void) {
        OAuthProvider(providerID: "twitter.com").getCredentialWith(delegate, completion: done)
    }

    func link(_ credential: AuthCredential, done: @escaping @MainActor (AuthDataResult?, Error?) -> Void) {
        Auth.auth().currentUser?.link(with: credential) { authResult, error in
            // Twitter credential is linked to the current user.
            done(authResult, error)
        }
    }

    func reauthenticate(_ credential: AuthCredential, done: @escaping @MainActor (AuthDataResult?, Error?) -> Void) {
        Auth.auth().currentUser?.reauthenticate(with: credential) { authResult, error in
            // User is re-authenticated with fresh tokens minted and
            // should be able to perform sensitive operations like account
            // deletion and email or password update.
            done(authResult, error)
        }
    }

    func signOut() {
        let firebaseAuth = Auth.auth()
        do {
            try firebaseAuth.signOut()
        } catch let signOutError as NSError {
            print("Error signing out: \(signOutError)")
        }
    }
}
