import Foundation
import JWTKit
import LatchkeyAuth
import LatchkeyIdentity

/// A person signs in with Twitter and with GitHub, through the client library and over real HTTP.
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
        story.chapter("GitHub with the same e-mail address")
        let pending = try await conflict()
        try await resolve(pending, uid: uid)
        try await signInWithGitHub(uid: uid)
        story.chapter("Afterwards")
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
            try story.expect(result.additionalUserInfo?.username == "ada", "her screen name is there: ada")
            try story.expect(oauth?.accessToken != nil && oauth?.secret != nil, "the app holds access token and secret")
            return result.user.uid
        }
    }

    private func verifyToken(uid: String) async throws {
        try await story.step("A back end verifies the ID token with the published keys") { story in
            guard let user = auth.currentUser else { throw Failure("Nobody is signed in.") }
            let token = try await user.getIDToken()
            let keys = JWTKeyCollection()
            try await keys.add(jwksJSON: try await fetch(server.url + "/.well-known/jwks.json"))
            let claims = try await keys.verify(token, as: IDTokenClaims.self)
            story.tell("iss \(claims.issuer), aud \(claims.audience)")
            try story.expect(claims.subject.rawValue == uid && claims.audience == server.projectID, "the signature is right and names her")
            try story.expect(claims.firebase.signInProvider == "twitter.com", "it says that she signed in with twitter.com")
        }
        try await story.step("Her profile can be changed") { story in
            guard let user = auth.currentUser else { throw Failure("Nobody is signed in.") }
            let change = user.createProfileChangeRequest()
            change.displayName = "Countess of Lovelace"
            try await change.commitChanges()
            try await user.reload()
            try story.expect(user.displayName == "Countess of Lovelace", "the new name is there after a reload")
        }
    }

    private func conflict() async throws -> (email: String, credential: AuthCredential) {
        try await story.step("She signs out and tries GitHub, whose address is the same") { story in
            try auth.signOut()
            do {
                _ = try await auth.signIn(with: try await provider("github.com").credential(with: browser))
            } catch let error as NSError where error.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue {
                guard let email = error.userInfo[AuthErrorUserInfoEmailKey] as? String,
                    let credential = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential
                else {
                    throw Failure("The error carries neither address nor credential.")
                }
                try story.expect(auth.currentUser == nil, "accountExistsWithDifferentCredential for \(email); nothing was merged")
                return (email, credential)
            }
            throw Failure("GitHub was let in without proof of the existing account.")
        }
    }

    private func resolve(_ pending: (email: String, credential: AuthCredential), uid: String) async throws {
        try await story.step("The app asks how the existing account is signed in to, signs in, and links GitHub") { story in
            let methods = try await auth.fetchSignInMethods(forEmail: pending.email)
            try story.expect(
                methods == ["twitter.com"], "although the server tells strangers nothing, the owner learns: \(methods.joined())")
            let twitter = try await auth.signIn(with: try await provider("twitter.com").credential(with: browser))
            try story.expect(twitter.user.uid == uid, "signed in with Twitter to the same account")
            let linked = try await twitter.user.link(with: pending.credential)
            let providers = linked.user.providerData.map(\.providerID).sorted()
            try story.expect(providers == ["github.com", "twitter.com"], "both providers are linked")
        }
    }

    private func signInWithGitHub(uid: String) async throws {
        try await story.step("From now on either provider opens the account") { story in
            try auth.signOut()
            let result = try await auth.signIn(with: try await provider("github.com").credential(with: browser))
            try story.expect(result.user.uid == uid, "GitHub leads to the same uid")
        }
    }

    private func reauthenticateAndUnlink(uid: String) async throws {
        try await story.step("She proves once more who she is, and unlinks GitHub") { story in
            guard let user = auth.currentUser else { throw Failure("Nobody is signed in.") }
            let result = try await user.reauthenticate(with: try await provider("twitter.com").credential(with: browser))
            try story.expect(result.user.uid == uid, "reauthenticated with Twitter")
            let left = try await user.unlink(fromProvider: "github.com")
            try story.expect(left.providerData.map(\.providerID) == ["twitter.com"], "only Twitter is left")
        }
    }

    private func cancel() async throws {
        try await story.step("Saying no at the provider reaches the app as a cancelled sign-in") { story in
            // Another browser: in hers GitHub remembers that she said yes.
            let stranger = browser.another(for: "bob", deciding: "deny")
            do {
                _ = try await auth.signIn(with: try await provider("github.com").credential(with: stranger))
            } catch let error as NSError where error.domain == AuthErrorDomain {
                let expected = AuthErrorCode.webSignInUserInteractionFailure.rawValue
                try story.expect(
                    error.code == expected, "error \(error.code): \(error.localizedFailureReason ?? error.localizedDescription)")
                return
            }
            throw Failure("The sign-in went on although he said no.")
        }
    }

    private func signOut() async throws {
        try await story.step("She signs out") { story in
            try auth.signOut()
            try story.expect(auth.currentUser == nil, "nobody is signed in")
        }
    }
}
