import Foundation
import LatchkeyFirebase2
import ServerUnderTest
import Testing

/// Password accounts in Firebase 2.x: no call except `authUser` signs a user in.
@Suite(.timeLimit(.minutes(10))) struct PasswordAccountTests {
    private static let email = "ada@example.org"

    private func code(_ operation: () async throws -> Void) async -> FAuthenticationError? {
        do {
            try await operation()
            return nil
        } catch {
            return FAuthenticationError(rawValue: (error as NSError).code)
        }
    }

    @Test func anAccountIsMadeAndSignsIn() async throws {
        try await AppServer.run { app in
            let (ref, note) = (Firebase(url: app.url), Notes())
            await MainActor.run {
                ref.createUser(
                    Self.email, password: "correct horse",
                    withValueCompletionBlock: { error, result in
                        note("\(error?.code ?? 0) \(result?["uid"] as? String ?? "-")")
                    })
            }
            #expect(await note.next() == ["0 simplelogin:1"])
            #expect(ref.authData == nil, "creating an account does not sign in")
            let authData = try await ref.authUser(Self.email, password: "correct horse")
            #expect(authData.uid == "simplelogin:1")
            #expect(authData.provider == "password")
            #expect(authData.providerData["email"] as? String == Self.email)
            #expect(authData.providerData["isTemporaryPassword"] as? Bool == false)
            #expect(ref.authData?.uid == "simplelogin:1")
            await #expect(code { try await ref.createUser(Self.email, password: "another one") } == .emailTaken)
        }
    }

    @Test func errorsAreReported() async throws {
        try await AppServer.run { app in
            let ref = Firebase(url: app.url)
            try await ref.createUser(Self.email, password: "correct horse")
            // Under enumeration protection, the server does not say which of the two is wrong.
            await #expect(code { try await ref.authUser(Self.email, password: "wrong") } == .InvalidCredentials)
            await #expect(code { try await ref.authUser("nobody@example.org", password: "wrong") } == .InvalidCredentials)
            await #expect(code { try await ref.createUser("no address", password: "correct horse") } == .InvalidEmail)
            await #expect(code { try await ref.createUser("bob@example.org", password: "12") } == .InvalidPassword)
            await #expect(code { try await ref.authWithOAuthProvider("twitter", token: "x") } == .InvalidArguments)
            await #expect(code { try await ref.authWithOAuthProvider("facebook", token: "x") } != nil)
            await #expect(code { try await ref.authWithCustomToken("x") } == .InvalidToken)
            _ = try await app.server.latchkey("projects", "set", "--enumeration-protection", "no").printed()
            await #expect(code { try await ref.authUser(Self.email, password: "wrong") } == .InvalidPassword)
            await #expect(code { try await ref.authUser("nobody@example.org", password: "wrong") } == .UserDoesNotExist)
            #expect(ref.authData == nil)
        }
    }

    @Test(arguments: [true, false]) func aPasswordIsChanged(isSignedIn: Bool) async throws {
        try await AppServer.run { app in
            let ref = Firebase(url: app.url)
            try await ref.createUser(Self.email, password: "correct horse")
            if isSignedIn { try await ref.authUser(Self.email, password: "correct horse") }
            await #expect(
                code { try await ref.changePasswordForUser(Self.email, fromOld: "wrong", toNew: "battery staple") } == .InvalidCredentials)
            try await ref.changePasswordForUser(Self.email, fromOld: "correct horse", toNew: "battery staple")
            #expect((ref.authData != nil) == isSignedIn, "the session does not change")
            try await ref.authUser(Self.email, password: "battery staple")
        }
    }

    @Test func anAddressIsChangedWhereTheProjectLetsIt() async throws {
        try await AppServer.run { app in
            let ref = Firebase(url: app.url)
            try await ref.createUser(Self.email, password: "correct horse")
            let change = { try await ref.changeEmailForUser(Self.email, password: "correct horse", toNewEmail: "lovelace@example.org") }
            await #expect(code { try await change() } == .ProviderDisabled)
            _ = try await app.server.latchkey("projects", "set", "--enumeration-protection", "no").printed()
            try await change()
            #expect(try await ref.authUser("lovelace@example.org", password: "correct horse").uid == "simplelogin:1")
            try await ref.changeEmailForUser("lovelace@example.org", password: "correct horse", toNewEmail: "countess@example.org")
            #expect(ref.authData?.providerData["email"] as? String == "countess@example.org", "changing the own address keeps the session")
        }
    }

    @Test func anAccountIsRemovedAndSignedOut() async throws {
        try await AppServer.run { app in
            let ref = Firebase(url: app.url)
            try await ref.createUser(Self.email, password: "correct horse")
            try await ref.authUser(Self.email, password: "correct horse")
            try await ref.removeUser(Self.email, password: "correct horse")
            #expect(ref.authData == nil)
            await #expect(code { try await ref.authUser(Self.email, password: "correct horse") } == .InvalidCredentials)
            // Numbers are not reused.
            #expect(try await ref.createUser(Self.email, password: "correct horse") == "simplelogin:2")
        }
    }
}
