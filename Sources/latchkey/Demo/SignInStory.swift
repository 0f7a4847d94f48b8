#if Sandbox
import Foundation
import JWTKit
import LatchkeyAuth
import LatchkeyIdentity

/// A user signs in with Twitter and GitHub, through the client library and over real HTTP.
struct SignInStory {
    let story: Story
    let auth: Auth
    let browser: HeadlessBrowser
    let server: ReadyReport
    /// Fetches a public document.
    let fetch: @Sendable (String) async throws -> String

    func run() async throws {
        story.chapter("Sign in with Twitter")
        let uid = try await signInWithTwitter()
        try await verifyToken(uid: uid)
        story.chapter("GitHub with the same email address")
        let pending = try await conflict()
        try await resolve(pending, uid: uid)
        try await signInWithGitHub(uid: uid)
        story.chapter("Reauthentication and sign-out")
        try await reauthenticateAndUnlink(uid: uid)
        try await cancel()
        try await signOut()
    }

    private func provider(_ id: String) -> OAuthProvider {
        OAuthProvider(providerID: id, auth: auth)
    }

    private func signInWithTwitter() async throws -> String {
        try await story.step("Ada signs in with Twitter through the handler page") { story in
            let provider = provider("twitter.com")
            provider.customParameters = ["lang": "fr"]
            let credential = try await provider.credential(with: browser)
            let result = try await auth.signIn(with: credential)
            let oauth = result.credential as? OAuthCredential
            try story.expect(result.additionalUserInfo?.isNewUser == true, "a new account: \(result.user.uid)")
            try story.expect(result.additionalUserInfo?.username == "ada", "her screen name is returned: ada")
            try story.expect(oauth?.accessToken != nil && oauth?.secret != nil, "the app gets the access token and secret")
            return result.user.uid
        }
    }

    private func verifyToken(uid: String) async throws {
        try await story.step("A back end verifies the ID token with the published keys") { story in
            guard let user = auth.currentUser else { throw Failure("No user is signed in.") }
            let token = try await user.getIDToken()
            let keys = JWTKeyCollection()
            try await keys.add(jwksJSON: try await fetch(server.url + "/.well-known/jwks.json"))
            let claims = try await keys.verify(token, as: IDTokenClaims.self)
            story.tell("iss \(claims.issuer), aud \(claims.audience)")
            try story.expect(claims.subject.rawValue == uid && claims.audience == server.projectID, "the signature and subject are valid")
            try story.expect(claims.firebase.signInProvider == "twitter.com", "the sign-in provider is twitter.com")
        }
        try await story.step("She changes her profile") { story in
            guard let user = auth.currentUser else { throw Failure("No user is signed in.") }
            let change = user.createProfileChangeRequest()
            change.displayName = "Countess of Lovelace"
            try await change.commitChanges()
            try await user.reload()
            try story.expect(user.displayName == "Countess of Lovelace", "a reload returns the new name")
        }
    }

    private func conflict() async throws -> (email: String, credential: AuthCredential) {
        try await story.step("She signs out and signs in with GitHub, with the same email address") { story in
            try auth.signOut()
            do {
                _ = try await auth.signIn(with: try await provider("github.com").credential(with: browser))
            } catch let error as NSError where error.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue {
                guard let email = error.userInfo[AuthErrorUserInfoEmailKey] as? String,
                    let credential = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
                else {
                    throw Failure("The error contains no email address or credential.")
                }
                try story.expect(auth.currentUser == nil, "accountExistsWithDifferentCredential for \(email); nothing was merged")
                return (email, credential)
            }
            throw Failure("GitHub sign-in succeeded without proof of ownership of the existing account.")
        }
    }

    private func resolve(_ pending: (email: String, credential: AuthCredential), uid: String) async throws {
        try await story.step("The app fetches the account's sign-in methods, signs in, and links GitHub") { story in
            let methods = try await auth.fetchSignInMethods(forEmail: pending.email)
            try story.expect(
                methods == ["twitter.com"], "only the account holder gets the sign-in methods: \(methods.joined())")
            let twitter = try await auth.signIn(with: try await provider("twitter.com").credential(with: browser))
            try story.expect(twitter.user.uid == uid, "signed in with Twitter to the same account")
            let linked = try await twitter.user.link(with: pending.credential)
            let providers = linked.user.providerData.map(\.providerID).sorted()
            try story.expect(providers == ["github.com", "twitter.com"], "both providers are linked")
        }
    }

    private func signInWithGitHub(uid: String) async throws {
        try await story.step("Both providers now sign in to the account") { story in
            try auth.signOut()
            let result = try await auth.signIn(with: try await provider("github.com").credential(with: browser))
            try story.expect(result.user.uid == uid, "GitHub signs in to the same UID")
        }
    }

    private func reauthenticateAndUnlink(uid: String) async throws {
        try await story.step("She reauthenticates and unlinks GitHub") { story in
            guard let user = auth.currentUser else { throw Failure("No user is signed in.") }
            let result = try await user.reauthenticate(with: try await provider("twitter.com").credential(with: browser))
            try story.expect(result.user.uid == uid, "reauthenticated with Twitter")
            let left = try await user.unlink(fromProvider: "github.com")
            try story.expect(left.providerData.map(\.providerID) == ["twitter.com"], "only Twitter is still linked")
        }
    }

    private func cancel() async throws {
        try await story.step("Denying access at the provider cancels the sign-in in the app") { story in
            // Another browser, because GitHub remembers the consent in hers.
            let stranger = browser.another(for: "bob", deciding: "deny")
            do {
                _ = try await auth.signIn(with: try await provider("github.com").credential(with: stranger))
            } catch let error as NSError where error.domain == AuthErrorDomain {
                let expected = AuthErrorCode.webSignInUserInteractionFailure.rawValue
                try story.expect(
                    error.code == expected, "error \(error.code): \(error.localizedFailureReason ?? error.localizedDescription)")
                return
            }
            throw Failure("The sign-in succeeded although access was denied.")
        }
    }

    private func signOut() async throws {
        try await story.step("She signs out") { story in
            try auth.signOut()
            try story.expect(auth.currentUser == nil, "no user is signed in")
        }
    }
}
#endif
