import Foundation
import LatchkeyAuth

/// A protocol that lets the program call an example with deprecated names without a deprecation warning.
@MainActor
protocol ConflictExample {
    func run(_ delegate: AuthUIDelegate, password: String, done: @escaping @MainActor (AuthDataResult?, Error?) -> Void)
}

/// The guide's example of an account that already has the email address, with the deprecated names of the guide.
@MainActor
struct ConflictGuide: ConflictExample {
    @available(*, deprecated, message: "The guide uses fetchProviders, signInAndRetrieveData and linkAndRetrieveData")
    func run(_ delegate: AuthUIDelegate, password: String, done: @escaping @MainActor (AuthDataResult?, Error?) -> Void) {
        let provider = OAuthProvider(providerID: "twitter.com")
        provider.getCredentialWith(delegate) { credential, error in
            guard let credential else { return done(nil, error) }
            Auth.auth().signInAndRetrieveData(with: credential) { result, error in
                // An account with the same email already exists.
                if (error as NSError?)?.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue {
                    // Get pending credential and email of existing account.
                    let existingAcctEmail = (error! as NSError).userInfo[AuthErrorUserInfoEmailKey] as! String
                    let pendingCred =
                        (error! as NSError).userInfo[AuthErrorUserInfoUpdatedCredentialKey] as! AuthCredential
                    print("conflict:", existingAcctEmail)
                    // Lookup existing account identifier by the email.
                    Auth.auth().fetchProviders(forEmail: existingAcctEmail) { providers, error in
                        print("ways in:", providers ?? [])
                        // Existing email/password account.
                        guard (providers ?? []).contains(EmailAuthProviderID) else { return done(nil, error) }
                        // Existing password account for email. Ask user to provide the password of the
                        // existing account.
                        // Sign in with existing account.
                        Auth.auth().signIn(withEmail: existingAcctEmail, password: password) { user, error in
                            // Successfully signed in.
                            guard user != nil else { return done(nil, error) }
                            // Link pending credential to account.
                            Auth.auth().currentUser?.linkAndRetrieveData(with: pendingCred) { result, error in
                                done(result, error)
                            }
                        }
                    }
                    return
                }

                // Other errors, or no conflict at all.
                done(result, error)
            }
        }
    }
}
