import Foundation
import Testing

@testable import LatchkeyAuth

@Suite struct ConflictTests {
    private let credential = TwitterAuthProvider.credential(withToken: "111-tok", secret: "sec")

    private func updatedCredential(_ error: NSError?) -> OAuthCredential? {
        error?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? OAuthCredential
    }

    @Test func anotherAccountHasTheAddress() async {
        let auth = Auth(ScriptedTransport(Sample.conflict))
        let error = await failure { try await auth.signIn(with: credential) }
        #expect(error?.code == 17012)
        #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == "ann@example.com")
        #expect(updatedCredential(error)?.provider == "twitter.com")
        #expect(updatedCredential(error)?.accessToken == "111-tok")
        #expect(updatedCredential(error)?.secret == "sec")
        #expect(auth.currentUser == nil)
    }

    @Test func theLookupAfterAConflictCarriesThePendingCredential() async throws {
        let transport = ScriptedTransport(Sample.conflict, #"{"signinMethods":["password"]}"#, "{}")
        let auth = Auth(transport)
        _ = await failure { try await auth.signIn(with: credential) }
        #expect(try await auth.fetchSignInMethods(forEmail: "Ann@Example.com") == ["password"])
        #expect(transport.calls[1].contains(#""pendingToken":"pending-1""#))
        _ = try await auth.fetchSignInMethods(forEmail: "bob@example.com")
        #expect(!transport.calls[2].contains("pendingToken"), "other addresses do not send it")
    }

    @Test func linkingSendsThePendingCredentialAlone() async throws {
        let transport = ScriptedTransport(
            Sample.conflict, Sample.passwordSignIn, Sample.account(email: "ann@example.com", hasPassword: true),
            Sample.twitter, Sample.account(providers: ["password", "twitter.com"]), "{}")
        let auth = Auth(transport)
        let error = await failure { try await auth.signIn(with: credential) }
        try await auth.signIn(withEmail: "ann@example.com", password: "secret-1")
        let pending = try #require(updatedCredential(error))
        try await auth.currentUser?.link(with: pending)
        #expect(
            transport.calls[3]
                == #"accounts:signInWithIdp {"autoCreate":true,"idToken":"id-1","pendingToken":"pending-1","#
                + #""postBody":"providerId=twitter.com","requestUri":"http://localhost","#
                + #""returnIdpCredential":true,"returnSecureToken":true}"#)
        _ = try await auth.fetchSignInMethods(forEmail: "ann@example.com")
        #expect(!transport.calls[5].contains("pendingToken"), "forgotten once it is used")
    }

    @Test func signingOutForgetsConflicts() async throws {
        let transport = ScriptedTransport(Sample.conflict, "{}")
        let auth = Auth(transport)
        _ = await failure { try await auth.signIn(with: credential) }
        try auth.signOut()
        _ = try await auth.fetchSignInMethods(forEmail: "ann@example.com")
        #expect(!transport.calls[1].contains("pendingToken"))
    }

    @Test func identityIsLinkedToAnotherAccount() async throws {
        let reply = #"""
            {"providerId":"twitter.com","federatedId":"111","email":"ann@example.com","oauthAccessToken":"111-tok",
            "oauthTokenSecret":"sec","pendingToken":"pending-1","errorMessage":"FEDERATED_USER_ID_ALREADY_LINKED"}
            """#
        let transport = ScriptedTransport(reply, Sample.twitter, Sample.account("u7"))
        let (auth, user) = try await Sample.signedIn(transport)
        let error = await failure { try await user.link(with: credential) }
        #expect(error?.code == 17025)
        #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == "ann@example.com")
        #expect(auth.currentUser === user, "a conflict ends no session")

        let pending = try #require(updatedCredential(error))
        #expect(try await auth.signIn(with: pending).user.uid == "u7")
        #expect(transport.calls[1].contains(#""pendingToken":"pending-1""#))
    }

    @Test func theBareErrorKeepsTheCredentialThatWasSent() async throws {
        let (_, user) = try await Sample.signedIn(ScriptedTransport(failing: "FEDERATED_USER_ID_ALREADY_LINKED"))
        let error = await failure { try await user.link(with: credential) }
        #expect(error?.code == 17025)
        #expect(updatedCredential(error) === credential)
        #expect(error?.userInfo[AuthErrorUserInfoEmailKey] == nil, "nobody said which")
    }

    @Test func emailOfTheIdentityBelongsToAnotherAccount() async throws {
        let reply = #"""
            {"providerId":"twitter.com","email":"bob@example.com","oauthAccessToken":"t","pendingToken":"pending-2",
            "errorMessage":"EMAIL_EXISTS"}
            """#
        let (_, user) = try await Sample.signedIn(ScriptedTransport(reply))
        let error = await failure { try await user.link(with: credential) }
        #expect(error?.code == 17007)
        #expect(error?.userInfo[AuthErrorUserInfoEmailKey] as? String == "bob@example.com")
        #expect(updatedCredential(error) == nil, "Firebase gives none for this error")
    }

    @Test func anUnknownErrorInsideAReplyIsAnError() async {
        let auth = Auth(ScriptedTransport(#"{"providerId":"twitter.com","errorMessage":"NEW_CONFLICT"}"#))
        let error = await failure { try await auth.signIn(with: credential) }
        #expect(code(error) == .internalError)
        #expect(error?.localizedFailureReason == "NEW_CONFLICT")
    }

    @Test func withoutAPendingTokenTheProviderTokensAreSentAgain() async throws {
        let transport = ScriptedTransport(
            Sample.conflict.replacing(#""pendingToken":"pending-1","#, with: ""), Sample.twitter, Sample.account())
        let auth = Auth(transport)
        let error = await failure { try await auth.signIn(with: credential) }
        let updated = try #require(updatedCredential(error))
        try await auth.signIn(with: updated)
        #expect(transport.calls[1].contains("access_token=111-tok&oauth_token_secret=sec"))
    }

    @Test func theConflictMemoryIsSmall() {
        var memory = ConflictMemory()
        for number in 0..<20 { memory.remember("p\(number)", email: "\(number)@example.com") }
        #expect(memory.pendingToken(for: "11@example.com") == nil)
        #expect(memory.pendingToken(for: "12@example.com") == "p12")
        memory.remember("new", email: "12@EXAMPLE.com")
        #expect(memory.pendingToken(for: "12@example.com") == "new")
    }
}
