import Foundation
import Testing

@testable import LatchkeyAuth

/// Two apps of one access group that run concurrently: neither notices at once what the other does with the session.
@Suite struct SharedSessionTests {
    private static let newPassword = #"{"localId":"u1","email":"ann@example.com",\#(Sample.tokens("2"))}"#
    private static let someoneElse = #"{"localId":"u2","email":"ben@example.com","registered":true,\#(Sample.tokens("ben"))}"#

    private let keychain = MemoryKeychain()
    private var group: any SessionStorage { keychain.storage(inAccessGroup: "TEAM.shared", isSynchronized: false) }

    private func stored() throws -> StoredSession? { try group.load().map { try StoredSession(reading: $0) } }

    /// The same user is signed in to both apps.
    private func apps(
        _ first: ScriptedTransport, _ second: ScriptedTransport
    ) async throws -> (first: Auth, second: Auth, user: User) {
        let (auth, user) = try await Sample.signedIn(first, storage: keychain)
        try auth.useUserAccessGroup("TEAM.shared")
        try await auth.updateCurrentUser(user)
        let other = Auth(second, storage: MemoryKeychain(keychain.items, app: "app 2"))
        try other.useUserAccessGroup("TEAM.shared")
        return (auth, other, try #require(other.currentUser))
    }

    @Test func refreshDoesNotRestoreASessionThatEndedElsewhere() async throws {
        let (first, second, user) = try await apps(ScriptedTransport(), ScriptedTransport(Sample.token("2")))
        try first.signOut()
        try await user.getIDToken(forcingRefresh: true)
        #expect(try group.load() == nil)
        #expect(second.currentUser == nil, "and the second app sees it")
    }

    @Test func refreshDoesNotReplaceANewerUser() async throws {
        let (first, second, user) = try await apps(
            ScriptedTransport(Self.someoneElse, Sample.account("u2", email: "ben@example.com")), ScriptedTransport(Sample.token("2")))
        try first.signOut()
        try await first.signIn(withEmail: "ben@example.com", password: "secret-2")
        try await user.getIDToken(forcingRefresh: true)
        #expect(try stored()?.uid == "u2" && stored()?.tokens.idToken == "id-ben")
        #expect(second.currentUser?.uid == "u2")
        #expect(try await second.currentUser?.getIDToken() == "id-ben")
    }

    @Test func sessionEndedByAPasswordChangeContinuesWithTheStoredTokens() async throws {
        let account = Sample.account(email: "ann@example.com", hasPassword: true)
        let refused = ScriptedTransport(failing: "TOKEN_EXPIRED")
        let (first, second, user) = try await apps(ScriptedTransport(Self.newPassword, account), refused)
        try await first.currentUser?.updatePassword(to: "secret-2")
        #expect(code(await failure { try await user.getIDToken(forcingRefresh: true) }) == .userTokenExpired)
        #expect(try stored()?.tokens.refreshToken == "refresh-2")
        #expect(second.currentUser === user, "the app keeps its user")
        #expect(try await user.getIDToken() == "id-2")
    }

    @Test func aSessionThatIsOverIsRemovedForAll() async throws {
        let (_, second, user) = try await apps(ScriptedTransport(), ScriptedTransport(failing: "TOKEN_EXPIRED"))
        #expect(code(await failure { try await user.getIDToken(forcingRefresh: true) }) == .userTokenExpired)
        #expect(try group.load() == nil)
        #expect(second.currentUser == nil)
    }

    @Test func signOutAppliesToTheWholeGroup() async throws {
        let account = Sample.account(email: "ann@example.com", hasPassword: true)
        let (first, second, _) = try await apps(ScriptedTransport(Self.newPassword, account), ScriptedTransport())
        try await first.currentUser?.updatePassword(to: "secret-2")
        try second.signOut()
        #expect(try group.load() == nil, "it is the same account, with newer tokens")
        #expect(second.currentUser == nil)
    }

    @Test func signOutKeepsTheSessionOfAnotherUser() async throws {
        let (first, second, _) = try await apps(
            ScriptedTransport(Self.someoneElse, Sample.account("u2", email: "ben@example.com")), ScriptedTransport())
        try await first.signIn(withEmail: "ben@example.com", password: "secret-2")
        try second.signOut()
        #expect(second.currentUser == nil)
        try second.signOut()
        #expect(try stored()?.uid == "u2")
    }

    @Test func reauthenticationReplacesTheSharedTokens() async throws {
        let account = Sample.account(email: "ann@example.com", hasPassword: true)
        let again = #"{"localId":"u1","email":"ann@example.com","registered":true,\#(Sample.tokens("3"))}"#
        let (first, _, user) = try await apps(
            ScriptedTransport(Self.newPassword, account), ScriptedTransport(again, account))
        try await first.currentUser?.updatePassword(to: "secret-2")
        try await user.reauthenticate(with: EmailAuthProvider.credential(withEmail: "ann@example.com", password: "secret-2"))
        #expect(try stored()?.tokens.refreshToken == "refresh-3", "what comes next needs the tokens of this sign-in")
        #expect(try await user.getIDToken() == "id-3")
    }

    @Test func aSessionThatThisVersionCannotReadIsNotWrittenOver() async throws {
        let (_, _, user) = try await apps(ScriptedTransport(), ScriptedTransport(Sample.token("2")))
        try group.save([1, 2])
        #expect(code(await failure { try await user.getIDToken(forcingRefresh: true) }) == .keychainError)
        #expect(try group.load() == [1, 2])
    }
}
