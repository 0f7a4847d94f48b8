import Foundation
import LatchkeyAuth
import LatchkeyFirebase2
import LatchkeySimpleLogin
import ServerUnderTest
import Testing

/// The guide "Authenticating Users with Twitter - iOS" of Firebase Simple Login.
@Suite(.timeLimit(.minutes(10))) struct SimpleLoginTwitterGuideTests {
    private func example(
        _ guide: AppServer, _ people: [String], _ note: Notes, select: @escaping @Sendable ([String]) -> Int32 = { _ in -1 }
    ) async throws -> SimpleLoginExample {
        SimpleLoginExample(
            myRef: Firebase(url: guide.url), store: try await guide.accountStore(with: people), yourApp: .init(select: select), note: note)
    }

    // S1.1
    @Test func theHandlerChoosesByIndex() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let example = try await example(guide, ["ada", "bob"], note)
            await example.asObjectiveC { usernames in
                note("asked \(usernames)")
                return 1
            }
            #expect(await note.next(2) == [#"asked ["ada", "bob_without"]"#, "user twitter:202930"])
            await example.asObjectiveC { _ in NSNotFound }
            #expect(await note.next() == ["error \(FAErrorAccountNotFound.value)"])
        }
    }

    // S1.2
    @Test(arguments: [(0, "user twitter:101815"), (1, "user twitter:202930"), (-1, "error -4"), (2, "error -4"), (Int32.max, "error -4")])
    func invalidIndexesSelectNoAccount(index: Int32, outcome: String) async throws {
        try await AppServer.run { guide in
            let note = Notes()
            try await example(guide, ["ada", "bob"], note) { _ in index }.asSwift()
            #expect(await note.next() == [outcome])
        }
    }

    @Test func singleAccountNeedsNoChoice() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            try await example(guide, ["bob"], note) { _ in -1 }.asSwift()
            #expect(await note.next() == ["user twitter:202930"])
            try await example(guide, [], note).store.remove(#require(example(guide, [], note).store.accounts().first))
            try await example(guide, [], note).asSwift()
            #expect(await note.next() == ["error \(FAErrorAccountNotFound.value)"])
        }
    }

    // S1.3
    @Test func theUserHasTwittersIdAndData() async throws {
        try await AppServer.run { guide in
            let store = try await guide.accountStore(with: ["ada"])
            let authClient = FirebaseSimpleLogin(ref: Firebase(url: guide.url), accountStore: store)
            let user = await withCheckedContinuation { continuation in
                authClient.loginToTwitterAppWithId(
                    AppServer.consumerKey, multipleAccountsHandler: { _ in 0 },
                    withCompletionBlock: { _, user in continuation.resume(returning: user) })
            }
            let ada = try #require(user)
            // snippet.S1.3
            #expect(ada.userId == "101815")
            #expect(ada.uid == "twitter:101815")
            #expect(ada.provider == FAProviderTwitter)
            #expect(ada.thirdPartyUserData["username"] as? String == "ada")
            #expect(ada.thirdPartyUserData["displayName"] as? String == "Ada Lovelace")
            let raw = try #require(ada.thirdPartyUserData["thirdPartyUserData"] as? [String: any Sendable])
            #expect(raw["id_str"] as? String == "101815")
            #expect(ada.thirdPartyUserAccount?.username == "ada")
            #expect(ada.email == nil)
            // snippet.end
        }
    }

    // S1.4 to S1.7
    @Test func userChoosesAnAccountAndTheChoiceIsRemembered() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let store = try await guide.accountStore(with: ["ada", "bob"])
            let controller = await SimpleLoginViewController(url: guide.url, accountStore: store, note: note)
            await controller.authenticateWithTwitter()
            #expect(await note.next() == [#"choose ["ada", "bob_without", "Cancel"]"#])
            await controller.actionSheet(clickedButtonAtIndex: 1)
            #expect(await note.next() == ["user twitter:202930"])
            await controller.authenticateWithTwitter()
            #expect(await note.next() == ["user twitter:202930"])
            // The guide stores "Cancel" as if it were a name; the original crashed in this case.
            await controller.actionSheet(clickedButtonAtIndex: 2)
            #expect(await note.next() == ["error \(FAErrorAccountNotFound.value)"])
        }
    }

    @Test func singleAccountSignsInAndMissingOneOpensTheSignUpPage() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            let none = await SimpleLoginViewController(
                url: guide.url, accountStore: ACAccountStore(storage: MemorySessionStorage()), note: note)
            await none.authenticateWithTwitter()
            #expect(await note.next() == ["open https://twitter.com/signup"])
            let one = await SimpleLoginViewController(url: guide.url, accountStore: try await guide.accountStore(with: ["ada"]), note: note)
            await one.authenticateWithTwitter()
            #expect(await note.next() == ["user twitter:101815"])
            let denied = await SimpleLoginViewController(
                url: guide.url, accountStore: ACAccountStore(storage: guide.accountStorage) { _ in false }, note: note)
            await denied.authenticateWithTwitter()
            #expect(await note.next() == ["denied"])
        }
    }

    // S1.8
    @Test func rulesSeeIdProviderAndUid() async throws {
        // snippet.S1.8
        let rules = """
            {"rules": {"$id": {".write": "auth.id === $id && auth.provider === 'twitter' && auth.uid === 'twitter:' + $id"}}}
            """
        // snippet.end
        try await AppServer.run(rules: rules) { guide in
            let note = Notes()
            let example = try await example(guide, ["ada"], note)
            await example.asSwift()
            #expect(await note.next() == ["user twitter:101815"])
            example.myRef.childByAppendingPath("101815").setValue("Ada") { error, _ in note("own \(error?.code ?? 0)") }
            #expect(await note.next() == ["own 0"])
            example.myRef.childByAppendingPath("202930").setValue("Ada") { error, _ in note("other \(error?.code ?? 0)") }
            #expect(await note.next() == ["other 1"])
        }
    }
}
