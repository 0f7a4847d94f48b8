import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import LatchkeySimpleLogin
import ServerUnderTest
import Testing

/// Every call of Simple Login except those of its guide, which has separate tests.
@Suite(.timeLimit(.minutes(10))) struct SimpleLoginTests {
    private static let email = "ada@example.org"

    private func client(_ app: AppServer) -> FirebaseSimpleLogin {
        FirebaseSimpleLogin(ref: Firebase(url: app.url), accountStore: ACAccountStore(storage: app.accountStorage))
    }

    private func noted(_ note: Notes) -> FirebaseSimpleLogin.LoginBlock {
        { error, user in note("\(error?.code ?? 0) \(user?.uid ?? "nobody")") }
    }

    private func noted(_ note: Notes) -> FirebaseSimpleLogin.SuccessBlock {
        { error, success in note("\(error?.code ?? 0) \(success)") }
    }

    @Test func passwordsFromMakingToRemoving() async throws {
        try await AppServer.run { app in
            let (client, note) = (client(app), Notes())
            client.createUserWithEmail(Self.email, password: "correct horse", andCompletionBlock: noted(note))
            #expect(await note.next() == ["0 simplelogin:1"])
            client.checkAuthStatusWithBlock(noted(note))
            #expect(await note.next() == ["0 nobody"], "creating an account does not sign in")
            client.loginWithEmail(Self.email, andPassword: "correct horse", withCompletionBlock: noted(note))
            #expect(await note.next() == ["0 simplelogin:1"])
            client.checkAuthStatusWithBlock(noted(note))
            #expect(await note.next() == ["0 simplelogin:1"])
            client.changePasswordForEmail(
                Self.email, oldPassword: "correct horse", newPassword: "battery staple", completionBlock: noted(note))
            #expect(await note.next() == ["0 true"])
            client.logout()
            client.checkAuthStatusWithBlock(noted(note))
            #expect(await note.next() == ["0 nobody"])
            client.sendPasswordResetForEmail(Self.email, andCompletionBlock: noted(note))
            #expect(await note.next() == ["0 true"])
            client.removeUserWithEmail(Self.email, password: "battery staple", andCompletionBlock: noted(note))
            #expect(await note.next() == ["0 true"])
        }
    }

    @Test func theUserOfAPasswordHasAnAddress() async throws {
        try await AppServer.run { app in
            let (client, note) = (client(app), Notes())
            try await client.ref.createUser(Self.email, password: "correct horse")
            client.loginWithEmail(Self.email, andPassword: "correct horse") { _, user in
                note(
                    "\(user?.email ?? "-") \(user?.userId ?? "-") \(user?.provider.value ?? 0) \(user?.authToken == nil) \(user?.description ?? "-")"
                )
            }
            #expect(await note.next() == ["\(Self.email) 1 1 false User 1 (1)"])
        }
    }

    @Test func errorsAreReported() async throws {
        try await AppServer.run { app in
            let (client, note) = (client(app), Notes())
            try await client.ref.createUser(Self.email, password: "correct horse")
            client.loginWithEmail("no address", andPassword: "x", withCompletionBlock: noted(note))
            #expect(await note.next() == ["\(FAErrorInvalidEmail.value) nobody"])
            client.loginWithEmail(Self.email, andPassword: "", withCompletionBlock: noted(note))
            #expect(await note.next() == ["\(FAErrorInvalidPassword.value) nobody"])
            client.loginWithEmail(Self.email, andPassword: "wrong", withCompletionBlock: noted(note))
            #expect(await note.next() == ["\(FAErrorInvalidPassword.value) nobody"])
            client.createUserWithEmail(Self.email, password: "another") { error, user in
                note("\(error?.code ?? 0) \(error?.localizedDescription.contains("EMAIL_TAKEN") == true) \(user?.uid ?? "nobody")")
            }
            #expect(await note.next() == ["\(FAErrorUnknown.value) true nobody"])
            _ = try await app.server.latchkey("projects", "set", "--anonymous-sign-in", "no").printed()
            client.loginAnonymouslywithCompletionBlock(noted(note))
            #expect(await note.next() == ["\(FAErrorAuthenticationProviderNotEnabled.value) nobody"])
            client.loginToFacebookAppWithId("x", permissions: [], audience: "everyone", withCompletionBlock: noted(note))
            #expect(await note.next() == ["\(FAErrorAccountNotFound.value) nobody"])
        }
    }

    @Test func tokensThatTheAppHasSignIn() async throws {
        try await AppServer.run { app in
            let (client, note) = (client(app), Notes())
            let twitter = try await app.token(of: "bob", app: AppServer.consumerKey)
            let gitHub = try #require(try await app.token(of: "ada", app: "Ov23liLatchkeySandbox")["accessToken"])
            client.loginWithTwitterWithAccessToken(
                try #require(twitter["accessToken"]), andAccessTokenSecret: try #require(twitter["tokenSecret"]), andTwitterUserId: "1",
                withCompletionBlock: noted(note))
            #expect(await note.next() == ["0 twitter:202930"], "whose token it is, Twitter says")
            client.loginWithGitHubWithAccessToken(gitHub, withCompletionBlock: noted(note))
            #expect(await note.next() == ["0 github:5101"])
            client.loginAnonymouslywithCompletionBlock { _, user in note("\(user?.provider == FAProviderAnonymous)") }
            #expect(await note.next() == ["true"])
        }
    }

    /// The block of a login is called once more, with `nil`, when its session ends later, but not when the app signs out.
    @Test func theEndOfASessionCallsTheLoginsBlockAgain() async throws {
        try await AppServer.run { app in
            let (client, note) = (client(app), Notes())
            try await client.ref.createUser(Self.email, password: "correct horse")
            client.loginWithEmail(Self.email, andPassword: "correct horse", withCompletionBlock: noted(note))
            #expect(await note.next() == ["0 simplelogin:1"])
            client.logout()
            client.loginWithEmail(Self.email, andPassword: "correct horse") { _, user in note("again \(user?.uid ?? "nobody")") }
            #expect(await note.next() == ["again simplelogin:1"])
            _ = try await app.server.latchkey("users", "delete", "--yes", "simplelogin:1").printed()
            #expect(await note.next() == ["again nobody"])
        }
    }

    @Test func failedLoginKeepsThePreviousSession() async throws {
        try await AppServer.run { app in
            let (client, note) = (client(app), Notes())
            try await client.ref.createUser(Self.email, password: "correct horse")
            client.loginWithEmail(Self.email, andPassword: "correct horse", withCompletionBlock: noted(note))
            #expect(await note.next() == ["0 simplelogin:1"])
            client.loginWithEmail("no address", andPassword: "x") { error, _ in note("failed \(error?.code ?? 0)") }
            #expect(await note.next() == ["failed \(FAErrorInvalidEmail.value)"])
            _ = try await app.server.latchkey("users", "delete", "--yes", "simplelogin:1").printed()
            #expect(await note.next() == ["0 nobody"], "the first block is called at the end")
        }
    }

    @Test func aSessionThatCannotBeReadIsReported() async throws {
        try await AppServer.run { app in
            let file = app.device.path + "/damaged.json-legacy"
            try Data("{".utf8).write(to: URL(fileURLWithPath: file))
            var configuration = app.configuration(of: "damaged")
            let url = app.url.replacing("127.0.0.1", with: "localhost")
            configuration.databaseURL = url
            Firebase.configure(configuration)
            let (client, note) = (FirebaseSimpleLogin(ref: Firebase(url: url)), Notes())
            client.checkAuthStatusWithBlock(noted(note))
            #expect(await note.next() == ["\(FAErrorUnknown.value) nobody"])
            #expect(FileManager.default.fileExists(atPath: file + ".unreadable"), "nothing is lost")
            client.loginAnonymouslywithCompletionBlock { error, _ in note("\(error?.code ?? 0)") }
            #expect(await note.next() == ["0"])
            client.logout()
            client.checkAuthStatusWithBlock(noted(note))
            #expect(await note.next() == ["0 nobody"], "that is over")
        }
    }
}
