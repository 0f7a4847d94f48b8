import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import ServerUnderTest
import Testing

/// Firebase's guide "User Authentication: Twitter" for iOS, version 2.5.
@Suite(.timeLimit(.minutes(10))) struct Firebase2TwitterGuideTests {
    // snippet.S0.4
    /// The rules that the guide prints.
    static let rules = """
        {
          "rules": {
            "users": {
              "$uid": {
                // grants write access to the owner of this user account whose uid must exactly match the key ($uid)
                ".write": "auth !== null && auth.uid === $uid",

                // grants read access to any user who is logged in with Twitter
                ".read": "auth !== null && auth.provider === 'twitter'"
              }
            }
          }
        }
        """
    // snippet.end

    // S0.1
    @Test func theFirstAccountOfTheDeviceSignsIn() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let example = TwitterExample(url: guide.url, store: try await guide.accountStore(with: ["ada", "bob"]), note: note)
            await example.asObjectiveC()
            #expect(await note.next() == ["logged in twitter:101815"])
        }
    }

    @Test func noAccountIsAnError() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            await TwitterExample(url: guide.url, store: try await guide.accountStore(with: []), note: note).asObjectiveC()
            #expect(await note.next() == ["error \(AuthHelperError.accountAccessDenied.rawValue)"])
        }
    }

    // S0.2
    @Test func oneAccountAloneSignsInToo() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            await TwitterExample(url: guide.url, store: try await guide.accountStore(with: ["ada"]), note: note).asSwift()
            #expect(await note.next() == ["logged in twitter:101815"])
        }
    }

    // S0.3
    @Test func authDataHasEveryField() async throws {
        try await AppServer.run { guide in
            let store = try await guide.accountStore(with: ["ada"])
            let helper = TwitterAuthHelper(firebaseRef: Firebase(url: guide.url), apiKey: AppServer.consumerKey, store: store)
            let authData = try await helper.authenticateAccount(try await helper.selectTwitterAccount().first)
            // snippet.S0.3
            #expect(authData.uid == "twitter:101815")
            #expect(authData.provider == "twitter")
            #expect(authData.token.split(separator: ".").count == 3)
            #expect(authData.auth["uid"] as? String == "twitter:101815")
            #expect(authData.auth["provider"] as? String == "twitter")
            let left = authData.expires.doubleValue - Date().timeIntervalSince1970
            #expect((3000...3700).contains(left), "an hour from now: \(left)")
            #expect(authData.providerData["id"] as? String == "101815")
            #expect(authData.providerData["displayName"] as? String == "Ada Lovelace")
            #expect(authData.providerData["username"] as? String == "ada")
            #expect((authData.providerData["profileImageURL"] as? String)?.hasPrefix("http") == true)
            let profile = try #require(authData.providerData["cachedUserProfile"] as? [String: any Sendable])
            #expect(profile["screen_name"] as? String == "ada")
            // snippet.end
        }
    }

    // S0.4
    @Test func rulesLetOwnersWriteAndTwittersUsersRead() async throws {
        try await AppServer.run(rules: Self.rules) { guide in
            let ref = Firebase(url: guide.url)
            let store = try await guide.accountStore(with: ["ada"])
            let helper = TwitterAuthHelper(firebaseRef: ref, apiKey: AppServer.consumerKey, store: store)
            try await helper.authenticateAccount(try await helper.selectTwitterAccount().first)
            let note = Notes()
            ref.childByAppendingPath("users/twitter:101815/name").setValue("Ada") { error, _ in note("own \(error?.code ?? 0)") }
            ref.childByAppendingPath("users/twitter:1/name").setValue("Ada") { error, _ in note("other \(error?.code ?? 0)") }
            #expect(await note.next(2).sorted() == ["other 1", "own 0"])
            ref.childByAppendingPath("users/twitter:101815").observeSingleEventOfType(
                .Value,
                withBlock: { snapshot in
                    note("read \(snapshot.childSnapshotForPath("name").value as? String ?? "-")")
                })
            #expect(await note.next() == ["read Ada"])

            ref.unauth()
            ref.authAnonymouslyWithCompletionBlock { error, authData in note("\(authData?.provider ?? "-")") }
            #expect(await note.next() == ["anonymous"])
            ref.childByAppendingPath("users/twitter:101815").observeSingleEventOfType(
                .Value, withBlock: { _ in note("read") }, withCancelBlock: { error in note("denied \(error.code)") })
            #expect(await note.next() == ["denied 1"])
        }
    }

    // S0.5 to S0.9
    @Test func userChoosesAmongAccounts() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let store = try await guide.accountStore(with: ["ada", "bob"])
            let controller = await TwitterLoginViewController(url: guide.url, store: store, note: note)
            await controller.authenticateWithTwitter()
            #expect(await note.next() == [#"choose ["ada", "bob_without", "Cancel"]"#])
            await controller.actionSheet(clickedButtonAtIndex: 1)
            #expect(await note.next().first?.hasPrefix("Logged in! twitter:") == true)
            // "Cancel" is not an account name.
            await controller.actionSheet(clickedButtonAtIndex: 2)
            await controller.actionSheet(clickedButtonAtIndex: 0)
            #expect(await note.next() == ["Logged in! twitter:101815"])
        }
    }

    @Test func singleAccountNeedsNoChoice() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let controller = await TwitterLoginViewController(
                url: guide.url, store: try await guide.accountStore(with: ["ada"]), note: note)
            await controller.authenticateWithTwitter()
            #expect(await note.next() == ["Logged in! twitter:101815"])
        }
    }

    @Test func anErrorIsShown() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let store = ACAccountStore(storage: guide.accountStorage) { _ in false }
            let controller = await TwitterLoginViewController(url: guide.url, store: store, note: note)
            await controller.authenticateWithTwitter()
            let message = "There was an error logging into Twitter: Access to the Twitter accounts of this device was denied."
            #expect(await note.next() == [message])
        }
    }
}
