import Foundation
import Testing

@testable import LatchkeyAuth

@Suite struct AccessGroupTests {
    private let keychain = MemoryKeychain()

    /// A signed-in app.
    private func signedIn(_ transport: ScriptedTransport = ScriptedTransport()) async throws -> (auth: Auth, user: User) {
        try await Sample.signedIn(transport, storage: keychain)
    }

    @Test func currentUserMovesToTheGroupWithUpdateCurrentUser() async throws {
        let (auth, user) = try await signedIn()
        try auth.useUserAccessGroup("TEAM.shared")
        #expect(auth.userAccessGroup == "TEAM.shared")
        #expect(auth.currentUser == nil, "no user was signed in there")
        try await auth.updateCurrentUser(user)
        #expect(auth.currentUser?.uid == "u1")

        let other = Auth(ScriptedTransport(), storage: MemoryKeychain(keychain.items, app: "app 2"))
        #expect(other.currentUser == nil)
        try other.useUserAccessGroup("TEAM.shared")
        #expect(other.currentUser?.uid == "u1", "another app of the group finds the user")
    }

    @Test func theNextStartUsesTheSameGroup() async throws {
        let (auth, user) = try await signedIn()
        try auth.useUserAccessGroup("TEAM.shared")
        try await auth.updateCurrentUser(user)
        let next = Auth(ScriptedTransport(), storage: keychain)
        #expect(next.userAccessGroup == "TEAM.shared")
        #expect(next.currentUser?.uid == "u1" && next.sessionRestoreError == nil)
        try next.signOut()
        #expect(Auth(ScriptedTransport(), storage: keychain).currentUser == nil)
        #expect(Auth(ScriptedTransport(), storage: keychain).userAccessGroup == "TEAM.shared", "signing out leaves the group")
    }

    @Test func theGroupIsLeftAgain() async throws {
        let (auth, user) = try await signedIn()
        try auth.useUserAccessGroup("TEAM.shared")
        try await auth.updateCurrentUser(user)
        try auth.useUserAccessGroup(nil)
        #expect(auth.userAccessGroup == nil)
        #expect(auth.currentUser == nil, "the app's own place was emptied when the group was entered")
        #expect(keychain.items.names == ["TEAM.shared"], "what others share stays")
        #expect(Auth(ScriptedTransport(), storage: keychain).userAccessGroup == nil)
    }

    @Test func changingTheGroupNotifiesListeners() async throws {
        let (auth, _) = try await signedIn()
        var changes = auth.authStateChanges.makeAsyncIterator()
        let first = try #require(await changes.next())
        #expect(first?.uid == "u1")
        try auth.useUserAccessGroup("TEAM.shared")
        let second = try #require(await changes.next())
        #expect(second == nil)
    }

    @Test func theStoredUserIsShownWithoutSigningIn() async throws {
        let (auth, user) = try await signedIn()
        #expect(try auth.getStoredUser(forAccessGroup: nil)?.uid == "u1")
        #expect(try auth.getStoredUser(forAccessGroup: "TEAM.shared") == nil)
        try auth.useUserAccessGroup("TEAM.shared")
        try await auth.updateCurrentUser(user)
        try auth.useUserAccessGroup("TEAM.other")
        #expect(try auth.getStoredUser(forAccessGroup: "TEAM.shared")?.uid == "u1")
        #expect(try auth.getStoredUser(forAccessGroup: nil) == nil)
        #expect(auth.currentUser == nil && auth.userAccessGroup == "TEAM.other")
    }

    @Test func renewedTokensAreWrittenIntoTheGroup() async throws {
        let (auth, user) = try await signedIn(ScriptedTransport(Sample.token("2")))
        try auth.useUserAccessGroup("TEAM.shared")
        try await auth.updateCurrentUser(user)
        try await user.getIDToken(forcingRefresh: true)
        let stored = try keychain.storage(inAccessGroup: "TEAM.shared", isSynchronized: false).load()
        #expect(try StoredSession(reading: stored ?? []).tokens.idToken == "id-2")
    }

    @Test func synchronizedSessionsAreStoredSeparately() async throws {
        let (auth, user) = try await signedIn()
        auth.shareAuthStateAcrossDevices = true
        try auth.useUserAccessGroup("TEAM.shared")
        try await auth.updateCurrentUser(user)
        #expect(keychain.items.names == ["TEAM.shared synchronized", "app"])
        let next = Auth(ScriptedTransport(), storage: keychain)
        #expect(next.currentUser?.uid == "u1", "the next start uses the group before the property is set")
        #expect(next.shareAuthStateAcrossDevices)
        try next.useUserAccessGroup("TEAM.shared")
        #expect(next.currentUser?.uid == "u1", "it is the group that is used already")
    }

    @Test func forbiddenGroupIsRejectedWithoutChanges() async throws {
        let (auth, _) = try await signedIn()
        let error = #expect(throws: (any Error).self) { try auth.useUserAccessGroup("OTHERS.shared") }
        #expect(code(error) == .keychainError)
        #expect((error as NSError?)?.userInfo[NSUnderlyingErrorKey] is MemoryKeychain.MissingEntitlement)
        #expect(auth.userAccessGroup == nil && auth.currentUser?.uid == "u1")
        #expect(Auth(ScriptedTransport(), storage: keychain).currentUser?.uid == "u1")
    }

    @Test func aGroupThatIsTakenAwayIsReportedAtTheNextStart() async throws {
        let (auth, user) = try await signedIn()
        try auth.useUserAccessGroup("TEAM.shared")
        try await auth.updateCurrentUser(user)
        let next = Auth(ScriptedTransport(), storage: MemoryKeychain(keychain.items, entitlements: []))
        #expect(next.currentUser == nil)
        #expect(code(next.sessionRestoreError) == .keychainError)
    }

    @Test func aSessionOfTheGroupThatCannotBeReadStaysThere() async throws {
        let (auth, _) = try await signedIn()
        try keychain.storage(inAccessGroup: "TEAM.shared", isSynchronized: false).save([1, 2])
        #expect(code(#expect(throws: (any Error).self) { try auth.getStoredUser(forAccessGroup: "TEAM.shared") }) == .keychainError)
        let error = #expect(throws: (any Error).self) { try auth.useUserAccessGroup("TEAM.shared") }
        #expect(code(error) == .keychainError)
        #expect(auth.currentUser?.uid == "u1" && auth.userAccessGroup == nil)
        #expect(keychain.items.names == ["TEAM.shared", "app"], "a newer version of another app may have written it")
    }

    @Test func missingKeychainIsExplained() async throws {
        let (auth, _) = try await Sample.signedIn(ScriptedTransport())
        let error = #expect(throws: (any Error).self) { try auth.useUserAccessGroup("TEAM.shared") }
        #expect(code(error) == .keychainError)
        #expect((error as NSError?)?.localizedFailureReason?.contains("sessionFile") == true)
        #expect(auth.currentUser?.uid == "u1" && auth.userAccessGroup == nil)
        #expect(throws: (any Error).self) { try auth.getStoredUser(forAccessGroup: "TEAM.shared") }
        try auth.useUserAccessGroup(nil)
        #expect(auth.currentUser?.uid == "u1", "no group was used, so nothing changes")
    }
}
