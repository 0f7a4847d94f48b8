import Foundation
import LatchkeyFirebase2
import ServerUnderTest
import Testing

/// Reading and writing as the guides of Firebase 2.x show it.
@Suite(.timeLimit(.minutes(10))) struct DataTests {
    private static let open = #"{"rules": {".read": true, ".write": true, "scores": {".indexOn": ".value"}}}"#

    @Test func childrenAreAddedChangedAndRemoved() async throws {
        try await AppServer.run(rules: Self.open) { app in
            let (posts, note) = (Firebase(url: app.url + "/posts"), Notes())
            for (type, name) in [(FEventType.ChildAdded, "added"), (.ChildChanged, "changed"), (.ChildRemoved, "removed")] {
                posts.observeEventType(type, withBlock: { note("\(name) \($0.key) \($0.value ?? "-")") })
            }
            let first = posts.childByAppendingPath("first")
            first.setValue("one")
            first.setValue("two")
            first.removeValue()
            #expect(await note.next(3) == ["added first one", "changed first two", "removed first two"])
            posts.removeAllObservers()
        }
    }

    @Test func queriesOrderAndLimit() async throws {
        try await AppServer.run(rules: Self.open) { app in
            let (scores, note) = (Firebase(url: app.url).childByAppendingPath("scores"), Notes())
            scores.setValue(["bruhathkayosaurus": 55, "lambeosaurus": 21, "linhenykus": 80, "pterodactyl": 93])
            scores.queryOrderedByValue().queryLimitedToLast(2).observeSingleEventOfType(
                .Value,
                withBlock: { snapshot in
                    note(snapshot.children.map { "\($0.key) \($0.value as? Int ?? 0)" }.joined(separator: ", "))
                })
            #expect(await note.next() == ["linhenykus 80, pterodactyl 93"])
            scores.queryOrderedByKey().queryStartingAtValue("la").queryEndingAtValue("lb").observeSingleEventOfType(
                .ChildAdded, andPreviousSiblingKeyWithBlock: { snapshot, prevKey in note("\(snapshot.key) after \(prevKey ?? "nothing")") })
            #expect(await note.next() == ["lambeosaurus after nothing"])
        }
    }

    @Test func transactionsCountUp() async throws {
        try await AppServer.run(rules: Self.open) { app in
            let (upvotes, note) = (Firebase(url: app.url + "/upvotes"), Notes())
            for _ in 0..<3 {
                upvotes.runTransactionBlock(
                    { currentData in
                        currentData.value = (currentData.value as? Int ?? 0) + 1
                        return FTransactionResult.successWithValue(currentData)
                    },
                    andCompletionBlock: { error, committed, snapshot in
                        note("\(error?.code ?? 0) \(committed) \(snapshot?.value as? Int ?? 0)")
                    })
            }
            #expect(await note.next(3) == ["0 true 1", "0 true 2", "0 true 3"])
            upvotes.runTransactionBlock(
                { _ in FTransactionResult.abort() }, andCompletionBlock: { _, committed, _ in note("\(committed)") })
            #expect(await note.next() == ["false"])
        }
    }

    @Test func placesAreFoundByTheirPaths() async throws {
        try await AppServer.run(rules: Self.open) { app in
            let (root, note) = (Firebase(url: app.url), Notes())
            #expect(root.key == nil && root.parent == nil)
            let ada = Firebase(url: app.url + "/users/ada")
            #expect(ada.key == "ada" && ada.parent?.key == "users")
            #expect(ada.root.description == root.description)
            #expect(ada.childByAppendingPath("name/first").description == app.url + "/users/ada/name/first")
            let (one, two) = (root.childByAutoId(), root.childByAutoId())
            #expect((one.key ?? "") < (two.key ?? ""))
            ada.updateChildValues(["name": "Ada", "seen": FirebaseServerValue.timestamp()]) { error, ref in
                note("\(error?.code ?? 0) \(ref.key ?? "-")")
            }
            #expect(await note.next() == ["0 ada"])
            ada.observeSingleEventOfType(
                .Value,
                withBlock: { snapshot in
                    let seen = snapshot.childSnapshotForPath("seen").value as? Double ?? 0
                    note("\(snapshot.hasChild("name")) \(snapshot.childrenCount) \(seen > 1.7e12)")
                })
            #expect(await note.next() == ["true 2 true"])
        }
    }
}
