import Foundation
import LatchkeyAuth
import ServerUnderTest

/// The Swift examples of Firebase's guide "Authenticate Using Twitter on Apple Platforms".
@MainActor struct FirebaseAuthExample {
    /// Used in place of the type `Auth`, so that the examples read as in the guide without a global instance.
    struct Instance {
        let instance: LatchkeyAuth.Auth
        func auth() -> LatchkeyAuth.Auth { instance }
    }

    let Auth: Instance
    /// The guide passes nil, for the system's browser.
    let browser: any AuthUIDelegate
    /// The guide leaves it to the app how it prompts for the password.
    let password = "correct horse"
    let note: Notes

    init(_ auth: LatchkeyAuth.Auth, browser: any AuthUIDelegate, note: Notes) {
        Auth = Instance(instance: auth)
        self.browser = browser
        self.note = note
    }

    /// Step 2 and 3. Changed: "let" in place of "var", because it never varies; `auth:`, because there is no instance for the whole process.
    func makeProvider() -> OAuthProvider {
        // snippet.S3.2
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth.auth())
        // snippet.end
        // snippet.S3.3
        provider.customParameters = [
            "lang": "fr"
        ]
        // snippet.end
        return provider
    }

    /// Step 5.
    func signIn() {
        // snippet.S3.5
        let provider = makeProvider()
        provider.getCredentialWith(browser) { credential, error in
            if error != nil {
                // Handle error.
                note("error \((error as NSError?)?.code ?? 0)")
            }
            // Changed: the credential is unwrapped, and so is the result, because both are optional.
            if let credential {
                Auth.auth().signIn(with: credential) { authResult, error in
                    if error != nil {
                        // Handle error.
                        note("error \((error as NSError?)?.code ?? 0)")
                    }
                    // User is signed in.
                    // IdP data available in authResult.additionalUserInfo.profile.
                    note("profile \(authResult?.additionalUserInfo?.profile?["id_str"] as? String ?? "-")")
                    // Twitter OAuth access token can also be retrieved by:
                    // (authResult.credential as? OAuthCredential)?.accessToken
                    note("token \((authResult?.credential as? OAuthCredential)?.accessToken == nil ? "none" : "there")")
                    // Twitter OAuth ID token can be retrieved by calling:
                    // (authResult.credential as? OAuthCredential)?.idToken
                    note("ID token \((authResult?.credential as? OAuthCredential)?.idToken == nil ? "none" : "there")")
                    // Twitter OAuth secret can be retrieved by calling:
                    // (authResult.credential as? OAuthCredential)?.secret
                    note("secret \((authResult?.credential as? OAuthCredential)?.secret == nil ? "none" : "there")")
                }
            }
        }
        // snippet.end
    }

    /// Step 6. Changed: `Auth.auth()` in place of `Auth()`, an optional account, and the method's own label.
    func link(_ credential: AuthCredential) {
        // snippet.S3.7
        Auth.auth().currentUser?.link(with: credential) { authResult, error in
            if error != nil {
                // Handle error.
                note("error \((error as NSError?)?.code ?? 0)")
            }
            // Twitter credential is linked to the current user.
            // IdP data available in authResult.additionalUserInfo.profile.
            note("linked \(authResult?.user.providerData.map(\.providerID).sorted() ?? [])")
        }
        // snippet.end
    }

    /// Step 7. Changed: as before, and the method's own name.
    func reauthenticate(_ credential: AuthCredential) {
        // snippet.S3.8
        Auth.auth().currentUser?.reauthenticate(with: credential) { authResult, error in
            if error != nil {
                // Handle error.
                note("error \((error as NSError?)?.code ?? 0)")
            }
            // User is re-authenticated with fresh tokens minted and
            // should be able to perform sensitive operations like account
            // deletion and email or password update.
            // IdP data available in result.additionalUserInfo.profile.
            note("fresh \(authResult?.user.uid == Auth.auth().currentUser?.uid)")
        }
        // snippet.end
    }

    /// "Next steps". Changed: the text contains the error, because `print` has no format strings.
    func signOut() {
        // snippet.S3.10
        let firebaseAuth = Auth.auth()
        do {
            try firebaseAuth.signOut()
            note("signed out")
        } catch let signOutError as NSError {
            note("Error signing out: \(signOutError)")
        }
        // snippet.end
    }
}

/// The guide's example for an address that another account has, with the names that Firebase had then. A separate protocol, because a test
/// that calls deprecated API directly would produce a warning.
@MainActor protocol ConflictExample {
    func run(_ guide: FirebaseAuthExample)
}

@MainActor struct ConflictAsTheGuideHasIt: ConflictExample {
    @available(*, deprecated, message: "Uses the names that the guide uses.")
    func run(_ guide: FirebaseAuthExample) {
        // snippet.S3.9
        let (Auth, password, note) = (guide.Auth, guide.password, guide.note)
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth.auth())
        // Sign-in with an OAuth credential.
        // Changed: the conflict is an error of signing in with the credential, and not of getting it; the guide's branches stand there.
        provider.getCredentialWith(guide.browser) { credential, error in
            if error != nil {
                // handle the error.
                note("error \((error as NSError?)?.code ?? 0)")
                return
            }

            // Sign in with the credential.
            if credential != nil {
                Auth.auth().signInAndRetrieveData(with: credential!) { result, error in
                    // An account with the same email already exists.
                    if (error as NSError?)?.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue {
                        // Get pending credential and email of existing account.
                        let existingAcctEmail = (error! as NSError).userInfo[AuthErrorUserInfoEmailKey] as! String
                        let pendingCred = (error! as NSError).userInfo[AuthErrorUserInfoUpdatedCredentialKey] as! AuthCredential
                        note("account \(existingAcctEmail)")
                        // Lookup existing account identifier by the email.
                        Auth.auth().fetchProviders(forEmail: existingAcctEmail) { providers, error in
                            // Existing email/password account.
                            note("providers \(providers ?? [])")
                            if (providers?.contains(EmailAuthProviderID))! {
                                // Existing password account for email. Ask user to provide the password of the
                                // existing account.
                                // Sign in with existing account.
                                Auth.auth().signIn(withEmail: existingAcctEmail, password: password) { user, error in
                                    // Successfully signed in.
                                    if user != nil {
                                        // Link pending credential to account.
                                        Auth.auth().currentUser?.linkAndRetrieveData(with: pendingCred) { result, error in
                                            note("linked \(result?.user.providerData.map(\.providerID).sorted() ?? [])")
                                        }
                                    }
                                }
                            }
                        }
                        return
                    }

                    if error != nil {
                        // handle the error.
                        note("error \((error as NSError?)?.code ?? 0)")
                        return
                    }
                    note("signed in")
                }
            }
        }
        // snippet.end
    }
}
