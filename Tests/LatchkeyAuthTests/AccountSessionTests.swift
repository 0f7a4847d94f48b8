import Foundation
import LatchkeyAuth
import Testing

/// Listing and ending sessions, and passkeys.
@Suite struct AccountSessionTests {
    private static let sessions = #"""
        {"sessions":[
        {"sessionId":"s1","current":true,"createdAt":"2026-11-30T08:00:00.250Z","lastUsedAt":"2026-11-30T09:00:00.000Z",
        "endsAt":"2026-12-30T08:00:00.000Z","signInProvider":"password","device":"Firefox · Linux","address":"192.0.2.7"},
        {"sessionId":"s2","current":false,"createdAt":"2026-11-29T08:00:00.000Z","lastUsedAt":"2026-11-29T08:00:00.000Z",
        "signInProvider":"github.com"},
        {"sessionId":"","createdAt":"2026-11-29T08:00:00.000Z","lastUsedAt":"2026-11-29T08:00:00.000Z"},{"sessionId":"s3"}],
        "sessionCount":4}
        """#

    @Test func sessionsAreListed() async throws {
        let transport = ScriptedTransport(Self.sessions)
        let (_, user) = try await Sample.signedIn(transport)
        let sessions = try await user.sessions()
        #expect(transport.calls == [#"sessions:list {"idToken":"id-1"}"#])
        #expect(transport.requests[0].hasPrefix("POST http://127.0.0.1:9099/v2/accounts/sessions:list?key=k\n"))
        #expect(sessions.map(\.id) == ["s1", "s2"], "unusable entries are omitted")
        let own = try #require(sessions.first)
        #expect(own.isCurrent && own.signInProvider == "password" && own.device == "Firefox · Linux" && own.ipAddress == "192.0.2.7")
        #expect(abs(own.creationDate.timeIntervalSince1970 - 1_796_025_600.25) < 0.01)
        #expect(own.lastUseDate.timeIntervalSince(own.creationDate).rounded() == 3600 && own.expirationDate != nil)
        let other = sessions[1]
        #expect(!other.isCurrent && other.device == nil && other.ipAddress == nil && other.expirationDate == nil)
    }

    @Test func otherSessionsEndAndThisOneStays() async throws {
        let transport = ScriptedTransport(Self.sessions, "{}", "{}")
        let (auth, user) = try await Sample.signedIn(transport)
        let other = try #require(try await user.sessions().last)
        try await user.endSession(other)
        try await user.endOtherSessions()
        #expect(
            transport.calls.suffix(2) == [
                #"sessions:end {"idToken":"id-1","sessionId":"s2"}"#, #"sessions:endOthers {"idToken":"id-1"}"#,
            ])
        #expect(auth.currentUser === user)
    }

    @Test func endingTheOwnSessionSignsOut() async throws {
        let storage = MemorySessionStorage()
        let (auth, user) = try await Sample.signedIn(ScriptedTransport(Self.sessions, "{}"), storage: storage)
        try await user.endSession(try #require(try await user.sessions().first))
        #expect(auth.currentUser == nil)
        #expect(storage.load() == nil, "nothing is left for the next start")
    }

    /// The session is kept if the server could not be told.
    @Test func aFailedEndKeepsTheUser() async throws {
        let transport = ScriptedTransport([.success(.init(body: Self.sessions)), .failure(ScriptedTransport.Failure(text: "no network"))])
        let (auth, user) = try await Sample.signedIn(transport)
        let own = try #require(try await user.sessions().first)
        #expect(code(await failure { try await user.endSession(own) }) == .networkError)
        #expect(auth.currentUser === user)
    }

    @Test func passkeysAreListedAndRemoved() async throws {
        let account = #"{"users":[{"localId":"u1","passkeyInfo":[{"credentialId":"AQI","name":"Laptop"},{"name":"Lost"}]}]}"#
        let transport = ScriptedTransport(account, #"{"localId":"u1"}"#, Sample.account(email: "ann@example.com", hasPassword: true))
        let (_, user) = try await Sample.signedIn(transport)
        #expect(user.enrolledPasskeys.isEmpty)
        try await user.reload()
        #expect(user.enrolledPasskeys.map(\.credentialID) == ["AQI"] && user.enrolledPasskeys.first?.name == "Laptop")
        try await user.unenrollPasskey(withCredentialID: "AQI")
        #expect(transport.calls[1] == #"accounts:update {"deletePasskey":["AQI"],"idToken":"id-1","returnSecureToken":true}"#)
        #expect(user.enrolledPasskeys.isEmpty)
    }
}
