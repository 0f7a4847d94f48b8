import Foundation
import LatchkeyFirebase2
import ServerUnderTest
import Testing

/// Firebase's guide "Github Authentication" for iOS, version 2.5.
@Suite(.timeLimit(.minutes(10))) struct Firebase2GitHubGuideTests {
    // snippet.S2.4
    /// The rules that the guide prints.
    static let rules = """
        {
          "rules": {
            "users": {
              "$uid": {
                // grants write access to the owner of this user account whose uid must exactly match the key ($uid)
                ".write": "auth !== null && auth.uid === $uid",

                // grants read access to any user who is logged in with Github
                ".read": "auth !== null && auth.provider === 'github'"
              }
            }
          }
        }
        """
    // snippet.end

    /// The client id of the sandbox's GitHub application.
    private static let clientID = "Ov23liLatchkeySandbox"

    private func token(_ person: String, _ guide: AppServer, scopes: [String] = ["user:email"]) async throws -> String {
        try #require(try await guide.token(of: person, app: Self.clientID, scopes: scopes)["accessToken"])
    }

    // S2.1 and S2.2
    @Test(arguments: [false, true]) func aTokenOfGitHubSignsIn(isSwift: Bool) async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let example = GitHubExample(url: guide.url, ACCESS_TOKEN: try await token("ada", guide), note: note)
            isSwift ? await example.asSwift() : await example.asObjectiveC()
            #expect(await note.next() == ["logged in github:5101"])
        }
    }

    @Test(arguments: [false, true]) func unknownTokenIsRejected(isSwift: Bool) async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let example = GitHubExample(url: guide.url, ACCESS_TOKEN: "gho_nobody", note: note)
            isSwift ? await example.asSwift() : await example.asObjectiveC()
            #expect(await note.next() == ["error \(FAuthenticationError.InvalidCredentials.rawValue)"])
        }
    }

    // S2.3
    @Test func authDataHasEveryField() async throws {
        try await AppServer.run { guide in
            let token = try await token("ada", guide)
            let authData = try await Firebase(url: guide.url).authWithOAuthProvider("github", token: token)
            // snippet.S2.3
            #expect(authData.uid == "github:5101")
            #expect(authData.provider == "github")
            #expect(authData.token.split(separator: ".").count == 3)
            #expect(authData.auth["uid"] as? String == "github:5101")
            #expect(authData.auth["provider"] as? String == "github")
            #expect(authData.expires.doubleValue > Date().timeIntervalSince1970)
            #expect(authData.providerData["id"] as? String == "5101")
            #expect(authData.providerData["accessToken"] as? String == token)
            #expect(authData.providerData["displayName"] as? String == "Ada Lovelace")
            #expect(authData.providerData["email"] as? String == "ada@example.org")
            #expect(authData.providerData["username"] as? String == "ada")
            #expect((authData.providerData["profileImageURL"] as? String)?.hasPrefix("http") == true)
            let profile = try #require(authData.providerData["cachedUserProfile"] as? [String: any Sendable])
            #expect(profile["login"] as? String == "ada")
            // snippet.end
        }
    }

    @Test func addressRequiresConfirmationAndPermission() async throws {
        try await AppServer.run { guide in
            let ref = Firebase(url: guide.url)
            let unconfirmed = try await ref.authWithOAuthProvider("github", token: token("cleo", guide))
            #expect(unconfirmed.providerData["email"] == nil)
            let notGranted = try await ref.authWithOAuthProvider("github", token: token("ada", guide, scopes: []))
            #expect(notGranted.providerData["email"] == nil)
        }
    }

    // S2.4
    @Test func rulesLetOwnersWriteAndGitHubsUsersRead() async throws {
        try await AppServer.run(rules: Self.rules) { guide in
            let ref = Firebase(url: guide.url)
            try await ref.authWithOAuthProvider("github", token: token("ada", guide))
            let note = Notes()
            ref.childByAppendingPath("users/github:5101/name").setValue("Ada") { error, _ in note("own \(error?.code ?? 0)") }
            ref.childByAppendingPath("users/github:1/name").setValue("Ada") { error, _ in note("other \(error?.code ?? 0)") }
            #expect(await note.next(2).sorted() == ["other 1", "own 0"])
            ref.childByAppendingPath("users/github:5101/name").observeSingleEventOfType(
                .Value,
                withBlock: { snapshot in
                    note("read \(snapshot.value as? String ?? "-")")
                })
            #expect(await note.next() == ["read Ada"])
            try await ref.authAnonymously()
            ref.childByAppendingPath("users/github:5101").observeSingleEventOfType(
                .Value, withBlock: { _ in note("read") }, withCancelBlock: { error in note("denied \(error.code)") })
            #expect(await note.next() == ["denied 1"])
        }
    }
}
