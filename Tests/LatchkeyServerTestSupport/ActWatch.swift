import HTTPTypes
package import LatchkeyIdentity
package import LatchkeyTestSupport
import Testing

/// Compares the events in a store with those of the listed acts.
package struct ActWatch: Sendable {
    package let store: any AccountStore
    /// The actor of all acts.
    package let actor: String

    package init(store: any AccountStore, actor: String) {
        self.store = store
        self.actor = actor
    }

    /// Executes an act, and expects its events and no others.
    package func expect(_ act: ListedAct, _ body: () async throws -> Reply) async throws {
        let before = try await events().count
        let reply = try await body()
        #expect([200, 303].contains(reply.status.code), "\(act): \(reply.status) \(reply.text)")
        let written = Array(try await events().dropFirst(before))
        #expect(written.map(\.kind.rawValue) == act.events.map(\.type), "\(act): \(written)")
        for (event, expected) in zip(written, act.events) {
            #expect(event.outcome == .allowed && event.actor == actor, "\(act): \(event)")
            #expect(event.realm.project.rawValue == expected.project && event.method?.rawValue == expected.method, "\(act): \(event)")
            #expect((event.subject != nil) == expected.hasSubject, "\(act): \(event)")
            if let reason = expected.reason {
                #expect(event.reason?.hasPrefix(reason) == true, "\(act): \(event)")
            } else {
                #expect(event.reason == nil, "\(act): \(event)")
            }
        }
    }

    /// The events of the project and of the console, oldest first.
    private func events() async throws -> [AuthEvent] {
        let found = try await store.read { view in
            try [ProjectID.standard, .console].flatMap { try view.events(EventFilter(project: $0), limit: 1000) }
        }
        return found.sorted { $0.position.number < $1.position.number }.map(\.event)
    }
}

/// The error for an act that a face should have, and that its test does not execute.
package struct Unlisted: Error {
    package let act: ListedAct

    package init(act: ListedAct) {
        self.act = act
    }
}
