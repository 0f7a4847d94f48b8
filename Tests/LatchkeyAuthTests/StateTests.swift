import Foundation
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite struct StateTests {
    @Test func theFirstValueOfTheStreamIsDefinite() async throws {
        var nobody = Auth(ScriptedTransport()).authStateChanges.makeAsyncIterator()
        let first = await nobody.next()
        #expect(first != nil && first??.uid == nil, "nobody is signed in, and that is known at once")
        let (auth, user) = try await Sample.signedIn(ScriptedTransport())
        var somebody = auth.authStateChanges.makeAsyncIterator()
        #expect(await somebody.next()??.uid == user.uid)
    }

    @Test func streamsReportAuthStateAndTokenChanges() async throws {
        let transport = ScriptedTransport(
            Sample.token("2"), Sample.account(email: "new@example.com"), Sample.passwordSignIn, Sample.account("u2"))
        let (auth, user) = try await Sample.signedIn(transport)
        let states = auth.authStateChanges
        let tokens = auth.idTokenChanges
        try await user.getIDToken(forcingRefresh: true)
        try await user.reload()
        try await auth.signIn(withEmail: "bob@example.com", password: "secret-1")
        try auth.signOut()
        try auth.signOut()

        var seenStates: [String?] = []
        for await user in states {
            seenStates.append(user?.uid)
            if seenStates.count == 3 { break }
        }
        #expect(seenStates == ["u1", "u2", nil], "neither a token nor a reload is a change of state")

        var seenTokens: [String?] = []
        for await user in tokens {
            seenTokens.append(user?.uid)
            if seenTokens.count == 4 { break }
        }
        #expect(seenTokens == ["u1", "u1", "u2", nil])
    }

    @Test func streamsEndWithTheirAuth() async {
        var auth: Auth? = Auth(ScriptedTransport())
        let stream = auth?.authStateChanges
        auth = nil
        var count = 0
        if let stream { for await _ in stream { count += 1 } }
        #expect(count == 1)
    }

    /// Swift cancels a task and resumes it under one lock, so each must be possible while the other waits for the lock of the instance.
    @Test(.timeLimit(.minutes(10))) func streamsEndWhileUsersChange() async throws {
        let (auth, user) = try await Sample.signedIn(ScriptedTransport(Sample.passwordSignIn, Sample.account()))
        let isOver = Atomic(false)
        Thread.detachNewThread {
            while !isOver.load(ordering: .relaxed) {
                auth.show(nil)
                auth.show(user.session)
            }
        }
        for _ in 0..<100 {
            let observer = Task { for await _ in auth.authStateChanges {} }
            for _ in 0..<3 { await Task.yield() }
            observer.cancel()
            await observer.value
        }
        isOver.store(true, ordering: .relaxed)
    }

    @Test @MainActor func listenersAreCalledOnTheMainActor() async throws {
        let auth = Auth(ScriptedTransport(Sample.passwordSignIn, Sample.account()))
        let (calls, continuation) = AsyncStream.makeStream(of: String?.self)
        let handle = auth.addStateDidChangeListener { from, user in
            MainActor.assertIsolated()
            #expect(from === auth)
            continuation.yield(user?.uid)
        }
        var iterator = calls.makeAsyncIterator()
        #expect(await iterator.next() == .some(nil))
        try await auth.signIn(withEmail: "ann@example.com", password: "secret-1")
        #expect(await iterator.next() == "u1")

        auth.removeStateDidChangeListener(handle)
        let (others, other) = AsyncStream.makeStream(of: String?.self)
        auth.addIDTokenDidChangeListener { _, user in other.yield(user?.uid) }
        var otherIterator = others.makeAsyncIterator()
        #expect(await otherIterator.next() == "u1")
        try auth.signOut()
        #expect(await otherIterator.next() == .some(nil))
        continuation.finish()
        #expect(await iterator.next() == .none, "a removed listener is not called")
    }

    @Test @MainActor func completionsComeOnTheMainActor() async {
        let auth = Auth(ScriptedTransport(Sample.passwordSignIn, Sample.account(), #"{"error":{"message":"USER_DISABLED"}}"#))
        let uid = await withCheckedContinuation { continuation in
            auth.signIn(withEmail: "ann@example.com", password: "secret-1") { result, error in
                MainActor.assertIsolated()
                #expect(error == nil)
                continuation.resume(returning: result?.user.uid)
            }
        }
        #expect(uid == "u1")
    }

    @Test func onlyTheUserRetainsItsAuth() async throws {
        let storage = MemorySessionStorage()
        var user: User? = try await Sample.signedIn(ScriptedTransport(Sample.token("2")), storage: storage).user
        weak let auth = user?.auth
        try await user?.getIDToken(forcingRefresh: true)
        #expect(try StoredSession(reading: storage.load() ?? []).tokens.idToken == "id-2")
        #expect(auth?.currentUser === user)
        user = nil
        #expect(auth == nil, "there is no cycle")
    }

    @Test func currentUserIsTheSameObjectWhileRetained() async throws {
        let (auth, user) = try await Sample.signedIn(ScriptedTransport())
        #expect(auth.currentUser === user)
        #expect(auth.currentUser === auth.currentUser)
    }

    @Test func theTwitterProfileIsThere() async throws {
        let auth = Auth(ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"])))
        let result = try await auth.signIn(with: TwitterAuthProvider.credential(withToken: "t", secret: "s"))
        let info = try #require(result.additionalUserInfo)
        #expect(info.providerID == "twitter.com")
        #expect(info.username == "ann")
        #expect(info.isNewUser)
        #expect(info.profile?["id_str"] as? String == "111")
        #expect(info.profile?["followers_count"] as? Int == 3)
        #expect(info.profile?["verified"] as? Bool == false)
        #expect(info.profile?.keys.contains("status") == false)
        let credential = try #require(result.credential as? OAuthCredential)
        #expect(credential.accessToken == "111-tok")
        #expect(credential.secret == "sec")
        #expect(credential.idToken == nil)
        #expect(credential.provider == TwitterAuthProviderID)
    }

    @Test func invalidLinkChangesFailWithoutARequest() async throws {
        let transport = ScriptedTransport()
        let (_, user) = try await Sample.signedIn(transport, providers: ["password"])
        #expect(code(await failure { try await user.unlink(fromProvider: "twitter.com") }) == .noSuchProvider)
        let password = EmailAuthProvider.credential(withEmail: "a@example.com", password: "secret-1")
        #expect(code(await failure { try await user.link(with: password) }) == .providerAlreadyLinked)
        #expect(transport.requests.isEmpty)
    }
}
