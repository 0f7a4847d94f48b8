import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import ServerUnderTest
import Testing

/// The signed-in user, the end of the session, and its observers.
@Suite(.timeLimit(.minutes(10))) struct SessionTests {
    @Test func observersReceiveTheCurrentStateAndEveryChange() async throws {
        try await AppServer.run { app in
            let (ref, note) = (Firebase(url: app.url), Notes())
            let handle = await MainActor.run { ref.observeAuthEventWithBlock { note($0?.provider ?? "nobody") } }
            #expect(await note.next() == ["nobody"])
            try await ref.authAnonymously()
            #expect(await note.next() == ["anonymous"])
            ref.unauth()
            #expect(await note.next() == ["nobody"])
            await MainActor.run { ref.removeAuthEventObserverWithHandle(handle) }
            try await ref.authAnonymously()
            let second = await MainActor.run { ref.observeAuthEventWithBlock { note("second \($0?.provider ?? "nobody")") } }
            #expect(await note.next() == ["second anonymous"], "the first one hears no more")
            ref.removeAuthEventObserverWithHandle(second)
        }
    }

    @Test func theSecondOfTwoSignInsCounts() async throws {
        try await AppServer.run { app in
            let (ref, note) = (Firebase(url: app.url), Notes())
            try await ref.createUser("ada@example.org", password: "correct horse")
            await MainActor.run {
                ref.authAnonymouslyWithCompletionBlock { error, _ in note("first \(error?.code ?? 0)") }
                ref.authUser("ada@example.org", password: "correct horse") { error, authData in
                    note("second \(error?.code ?? 0) \(authData?.uid ?? "-")")
                }
            }
            #expect(await note.next(2).sorted() == ["first \(FAuthenticationError.Preempted.rawValue)", "second 0 simplelogin:1"])
            #expect(ref.authData?.uid == "simplelogin:1")
        }
    }

    @Test func aSignOutPreemptsASignIn() async throws {
        try await AppServer.run { app in
            let (ref, note) = (Firebase(url: app.url), Notes())
            await MainActor.run {
                ref.authAnonymouslyWithCompletionBlock { error, _ in note("\(error?.code ?? 0)") }
                ref.unauth()
            }
            #expect(await note.next() == ["\(FAuthenticationError.Preempted.rawValue)"])
            #expect(ref.authData == nil)
        }
    }

    /// Another client with the same session file stands for the app's next run.
    @Test func aSessionIsThereInTheNextRun() async throws {
        try await AppServer.run { app in
            let token = try #require(try await app.token(of: "ada", app: "Ov23liLatchkeySandbox")["accessToken"])
            let first = try await Firebase(url: app.url).authWithOAuthProvider("github", token: token)
            // The same URL in another spelling has a separate client.
            let other = app.url.replacing("127.0.0.1", with: "localhost")
            var configuration = app.configuration(of: "session")
            configuration.databaseURL = other
            Firebase.configure(configuration)
            let again = try #require(Firebase(url: other + "/users").authData)
            #expect(again.uid == "github:5101" && again.provider == "github")
            #expect(again.token == first.token && again.expires == first.expires)
            #expect(again.auth["uid"] as? String == "github:5101")
            #expect(again.providerData["username"] as? String == "ada")
            #expect((again.providerData["cachedUserProfile"] as? [String: any Sendable])?["id"] as? Int == 5101)
        }
    }

    /// An app that migrates between generations passes the same configuration to both.
    @Test func currentClientKeepsASeparateSession() async throws {
        try await AppServer.run { app in
            let today = Auth(configuration: app.configuration(of: "session"))
            let uid = try await today.signInAnonymously().user.uid
            #expect(Firebase(url: app.url).authData == nil)
            try await Firebase(url: app.url).authAnonymously()
            #expect(Auth(configuration: app.configuration(of: "session")).currentUser?.uid == uid)
        }
    }

    @Test func revokedUserIsSignedOutAndNotified() async throws {
        try await AppServer.run { app in
            let (ref, note) = (Firebase(url: app.url), Notes())
            try await ref.createUser("ada@example.org", password: "correct horse")
            try await ref.authUser("ada@example.org", password: "correct horse")
            let handle = await MainActor.run { ref.observeAuthEventWithBlock { note($0?.uid ?? "nobody") } }
            #expect(await note.next() == ["simplelogin:1"])
            _ = try await app.server.latchkey("users", "delete", "--yes", "simplelogin:1").printed()
            #expect(await note.next() == ["nobody"])
            ref.removeAuthEventObserverWithHandle(handle)
        }
    }

    @Test func aServerThatIsNotThereIsANetworkError() async throws {
        let url = "http://127.0.0.1:9/"
        let file = try TemporaryFolder()
        Firebase.configure(
            AuthConfiguration(serverURL: "http://127.0.0.1:9", apiKey: "x", sessionFile: file.path + "/s.json", databaseURL: url))
        await #expect { try await Firebase(url: url).authAnonymously() } throws: {
            ($0 as NSError).code == FAuthenticationError.NetworkError.rawValue
        }
    }

    @Test(arguments: ["", "no address", "ftp://example.org", "https://user@example.org/"])
    func invalidURLIsReported(url: String) async throws {
        await #expect { try await Firebase(url: url).authAnonymously() } throws: { error in
            let error = error as NSError
            return error.code == FAuthenticationError.InvalidConfiguration.rawValue
                && (error.userInfo["details"] as? String)?.contains("is not the URL of a database") == true
        }
        let note = Notes()
        Firebase(url: url).setValue(1) { error, _ in note(error?.localizedDescription ?? "written") }
        #expect(await note.next().first?.contains("is not the URL of a database") == true)
    }

    /// A request there would reveal the signed-in user's token.
    @Test func databasesThatTheAppDoesNotNameAreRefused() async throws {
        try await AppServer.run { app in
            await #expect { try await Firebase(url: "https://db.example.net/users").authAnonymously() } throws: { error in
                let error = error as NSError
                return error.code == FAuthenticationError.InvalidConfiguration.rawValue
                    && (error.userInfo["details"] as? String)?.contains("No configured server has the database") == true
            }
        }
    }

    /// The accounts and the database belong to different servers.
    @Test func credentialRejectedByTheDatabaseFailsTheSignIn() async throws {
        try await AppServer.run { other in
            try await AppServer.run { app in
                var configuration = app.configuration(of: "refused")
                configuration.databaseURL = other.url.replacing("127.0.0.1", with: "localhost")
                Firebase.configure(configuration)
                let (ref, note) = (Firebase(url: try #require(configuration.databaseURL)), Notes())
                let handle = await MainActor.run { ref.observeAuthEventWithBlock { note($0?.uid ?? "nobody") } }
                #expect(await note.next() == ["nobody"])
                await #expect { try await ref.authAnonymously() } throws: {
                    ($0 as NSError).code == FAuthenticationError.InvalidToken.rawValue
                }
                #expect(ref.authData == nil)
                #expect(!FileManager.default.fileExists(atPath: app.device.path + "/refused.json-legacy"), "nor after a restart")
                ref.removeAuthEventObserverWithHandle(handle)
            }
        }
    }

    @Test func failedSignInKeepsTheCurrentUser() async throws {
        try await AppServer.run { app in
            let ref = Firebase(url: app.url)
            let uid = try await ref.authAnonymously().uid
            _ = try? await ref.authUser("nobody@example.org", password: "wrong")
            #expect(ref.authData?.uid == uid)
        }
    }

    /// Apps keep their existing URLs.
    @Test func addressesOfFirebasesServersStandForTheConfiguredOne() async throws {
        try await AppServer.run { app in
            let ref = Firebase(url: "https://some-app-of-2014.firebaseio.com/users/ada")
            #expect(ref.key == "ada")
            #expect(ref.parent?.key == "users")
            #expect(!ref.description.contains("firebaseio.com"))
        }
    }
}
