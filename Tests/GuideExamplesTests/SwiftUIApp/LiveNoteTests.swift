import Foundation
import LatchkeyAuth
import LatchkeyDatabase
import Observation
import ServerUnderTest
import Testing

@testable import SwiftUIApp

/// The logic of the example app besides its views.
@MainActor @Suite(.timeLimit(.minutes(10))) struct LiveNoteTests {
    private static let password = "correct horse"

    private func until(_ note: LiveNote, _ isTrue: (LiveNote) -> Bool) async {
        while !isTrue(note) {
            await withCheckedContinuation { changed in
                withObservationTracking {
                    _ = (note.text, note.problem)
                } onChange: {
                    changed.resume()
                }
            }
        }
    }

    @Test func noteFollowsAllChanges() async throws {
        try await AppServer.run { app in
            let phone = Auth(configuration: app.configuration(of: "phone"))
            let uid = try await phone.createUser(withEmail: "ada@example.org", password: Self.password).user.uid
            let note = LiveNote(of: uid, in: Database.database(auth: phone))
            #expect(note.text == nil)
            let following = Task { await note.follow() }
            await until(note) { $0.text == "" }

            let desk = Auth(configuration: app.configuration(of: "desk"))
            try await desk.signIn(withEmail: "ada@example.org", password: Self.password)
            let place = Database.database(auth: desk).reference(withPath: "users/\(uid)/note")
            try await place.setValue("Buy milk")
            await until(note) { $0.text == "Buy milk" }

            await note.write("Done")
            #expect(note.problem == nil)
            #expect(try await place.getData().value as? String == "Done")
            following.cancel()
            await following.value
        }
    }

    @Test func deniedOperationsAreReported() async throws {
        try await AppServer.run { app in
            let auth = Auth(configuration: app.configuration(of: "phone"))
            try await auth.createUser(withEmail: "ada@example.org", password: Self.password)
            let note = LiveNote(of: "somebody-else", in: Database.database(auth: auth))
            await note.follow()
            #expect(note.text == nil && note.problem != nil, "following ends where reading is not allowed")
            let other = LiveNote(of: "somebody-else", in: Database.database(auth: auth))
            await other.write("Hello")
            #expect(other.problem != nil)
        }
    }

    @Test func environmentConfiguresTheServer() {
        let configuration = AppSettings.configuration([
            "LATCHKEY_URL": "https://auth.example.com", "LATCHKEY_API_KEY": "k", "LATCHKEY_APP_ID": "1:2:ios:3",
        ])
        #expect(configuration.serverURL == "https://auth.example.com" && configuration.apiKey == "k")
        #expect(configuration.appID == "1:2:ios:3")
    }
}
