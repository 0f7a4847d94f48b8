import Foundation
import LatchkeyOAuth
import Testing

@testable import LatchkeyAuth

/// The Swift examples of Firebase's guide "Authenticate Using Twitter on Apple Platforms", corrected where they do not compile:
/// optional credentials and accounts are unwrapped, `Auth()` is `Auth.auth()`, and methods have their real names.
@Suite struct GuideTests {
    /// Used in place of the type `Auth`, so that the examples read as in the guide without a global instance.
    struct Instance {
        let instance: Auth
        func auth() -> LatchkeyAuth.Auth { instance }
    }

    @MainActor struct Guide {
        let Auth: Instance
        let delegate: ScriptedDelegate
        let password = "secret-1"
        /// Records events, in place of the guide's comments.
        let note: @Sendable (String) -> Void

        init(_ auth: LatchkeyAuth.Auth, _ delegate: ScriptedDelegate, note: @escaping @Sendable (String) -> Void) {
            Auth = Instance(instance: auth)
            self.delegate = delegate
            self.note = note
        }

        func signIn() {
            let provider = OAuthProvider(providerID: "twitter.com", auth: Auth.auth())
            provider.customParameters = [
                "lang": "fr"
            ]
            provider.getCredentialWith(delegate) { credential, error in
                if error != nil {
                    note("failed")
                }
                if let credential {
                    Auth.auth().signIn(with: credential) { authResult, error in
                        if error != nil {
                            note("failed")
                        }
                        // User is signed in.
                        // IdP data available in authResult.additionalUserInfo.profile.
                        note("profile \(authResult?.additionalUserInfo?.profile?["id_str"] as? String ?? "-")")
                        // Twitter OAuth access token can also be retrieved by:
                        note("token \((authResult?.credential as? OAuthCredential)?.accessToken ?? "-")")
                        // Twitter OAuth ID token can be retrieved by calling:
                        note("ID token \((authResult?.credential as? OAuthCredential)?.idToken ?? "-")")
                        // Twitter OAuth secret can be retrieved by calling:
                        note("secret \((authResult?.credential as? OAuthCredential)?.secret ?? "-")")
                        note("end")
                    }
                }
            }
        }

        func link(_ credential: AuthCredential) {
            Auth.auth().currentUser?.link(with: credential) { authResult, error in
                if error != nil {
                    note("failed")
                }
                // Twitter credential is linked to the current user.
                note("linked \(authResult?.user.providerData.map(\.providerID) ?? [])")
                note("end")
            }
        }

        func reauthenticate(_ credential: AuthCredential) {
            Auth.auth().currentUser?.reauthenticate(with: credential) { authResult, error in
                if error != nil {
                    note("failed")
                }
                // User is re-authenticated with fresh tokens minted and
                // should be able to perform sensitive operations like account
                // deletion and email or password update.
                note("fresh \(authResult?.user.refreshToken ?? "-")")
                note("end")
            }
        }

        func signOut() {
            let firebaseAuth = Auth.auth()
            do {
                try firebaseAuth.signOut()
                note("out")
            } catch let signOutError as NSError {
                note("Error signing out: \(signOutError)")
            }
            note("end")
        }
    }

    /// Runs a part of the guide and returns what it recorded.
    @MainActor private func notes(
        _ transport: ScriptedTransport, signedIn: Bool = false, _ run: @MainActor (Guide) -> Void
    ) async throws -> [String] {
        let auth = signedIn ? try await Sample.signedIn(transport).auth : Auth(transport)
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let link = "https://login.example.com/__/auth/handler?providerId=twitter.com&authResult=r"
        run(Guide(auth, .comingBack(with: ["link": link])) { continuation.yield($0) })
        var notes: [String] = []
        for await note in stream {
            if note == "end" { break }
            notes.append(note)
        }
        return notes
    }

    private let credential = TwitterAuthProvider.credential(withToken: "t", secret: "s")

    @Test func signingIn() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        let notes = try await notes(transport) { $0.signIn() }
        #expect(notes == ["profile 111", "token 111-tok", "ID token -", "secret sec"])
    }

    @Test func linking() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["password", "twitter.com"]))
        let notes = try await notes(transport, signedIn: true) { $0.link(credential) }
        #expect(notes == [#"linked ["password", "twitter.com"]"#])
    }

    @Test func reauthenticating() async throws {
        let transport = ScriptedTransport(Sample.twitter.replacing("-1\"", with: "-2\""), Sample.account())
        #expect(try await notes(transport, signedIn: true) { $0.reauthenticate(credential) } == ["fresh refresh-2"])
    }

    @Test func signingOut() async throws {
        #expect(try await notes(ScriptedTransport(), signedIn: true) { $0.signOut() } == ["out"])
    }

    @Test func resolvingAConflict() async throws {
        let transport = ScriptedTransport(
            Sample.conflict, #"{"signinMethods":["password"]}"#, Sample.passwordSignIn,
            Sample.account(email: "ann@example.com", hasPassword: true, providers: ["password"]), Sample.twitter,
            Sample.account(email: "ann@example.com", hasPassword: true, providers: ["password", "twitter.com"]))
        let example: any ConflictExample = Conflict()
        let notes = try await notes(transport) { example.run($0) }
        #expect(notes == ["account ann@example.com", #"providers ["password"]"#, "signed in u1", "linked"])
        #expect(transport.calls[1].contains(#""pendingToken":"pending-1""#))
        #expect(transport.calls[4].contains(#""pendingToken":"pending-1""#))
    }
}

/// Lets a test call an example with deprecated names without a deprecation warning.
@MainActor private protocol ConflictExample {
    func run(_ guide: GuideTests.Guide)
}

@MainActor private struct Conflict: ConflictExample {
    @available(*, deprecated, message: "Uses the names that Firebase's guide uses")
    func run(_ guide: GuideTests.Guide) {
        let Auth = guide.Auth
        let password = guide.password
        let note = guide.note
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth.auth())
        provider.getCredentialWith(guide.delegate) { credential, error in
            // Errors of the page itself.
            if error != nil {
                note("failed")
                note("end")
                return
            }

            // Sign in with the credential.
            if credential != nil {
                Auth.auth().signInAndRetrieveData(with: credential!) { result, error in
                    // An account with the same email already exists.
                    if (error as NSError?)?.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue {
                        // Get pending credential and email of existing account.
                        let existingAcctEmail = (error! as NSError).userInfo[AuthErrorUserInfoEmailKey] as! String
                        let pendingCred =
                            (error! as NSError).userInfo[AuthErrorUserInfoUpdatedCredentialKey] as! AuthCredential
                        note("account \(existingAcctEmail)")
                        // Lookup existing account identifier by the email.
                        Auth.auth().fetchProviders(forEmail: existingAcctEmail) { providers, error in
                            note("providers \(providers ?? [])")
                            // Existing email/password account.
                            if providers?.contains(EmailAuthProviderID) == true {
                                // Existing password account for email. Ask user to provide the password of the
                                // existing account.
                                // Sign in with existing account.
                                Auth.auth().signIn(withEmail: existingAcctEmail, password: password) { user, error in
                                    // Successfully signed in.
                                    if user != nil {
                                        note("signed in \(Auth.auth().currentUser?.uid ?? "-")")
                                        // Link pending credential to account.
                                        Auth.auth().currentUser?.linkAndRetrieveData(with: pendingCred) { result, error in
                                            note(error == nil ? "linked" : "failed \(error!)")
                                            note("end")
                                        }
                                    }
                                }
                            }
                        }
                        return
                    }

                    // Other errors.
                    if error != nil {
                        note("failed")
                        note("end")
                        return
                    }
                    note("end")
                }
            }
        }
    }
}
