import ServerUnderTest
import Testing

/// `latchkey events`, with and without a server.
@Suite(.timeLimit(.minutes(10))) struct EventCommandTests {
    private struct Page: Decodable {
        let events: [Event]
        let next: String?
    }

    private struct Event: Decodable {
        let type: String
        let outcome: String
        let time: String
        let localId: String?
        let actor: String?
        let method: String?
    }

    @Test(arguments: Place.allCases)
    func eventsAreListedInPagesAndFound(_ place: Place) async throws {
        try await place.withData { data in
            let all: Page = try await data.latchkey("events", "list", "--type", "sign_up", "--json").json()
            #expect(all.events.allSatisfy { $0.time.hasSuffix("Z") })
            #expect(Set(all.events.compactMap(\.localId)).isSuperset(of: [data.ada, data.anonymous]) && all.next == nil)
            let first: Page = try await data.latchkey("events", "list", "--limit", "1", "--json").json()
            let next = try #require(first.next)
            let second: Page = try await data.latchkey("events", "list", "--limit", "1", "--after", next, "--json").json()
            #expect(second.events.count == 1 && second.next != next)
            let adas: Page = try await data.latchkey("events", "list", "--account", data.ada, "--outcome", "allowed", "--json").json()
            #expect(!adas.events.isEmpty && adas.events.allSatisfy { $0.localId == data.ada && $0.outcome == "allowed" })
            let late: Page = try await data.latchkey("events", "list", "--since", "2999-01-01T00:00:00Z", "--json").json()
            #expect(late.events.isEmpty)
            let text = try await data.latchkey("events", "list", "--limit", "1").printed()
            #expect(text.contains("For the next page, use --after \(next)"))
            _ = try await data.latchkey("users", "delete", "--yes", data.anonymous, "--json").printed()
            let deletions: Page = try await data.latchkey("events", "list", "--type", "delete", "--json").json()
            #expect(
                deletions.events.first?.localId?.hasPrefix("deleted-") == true && deletions.events.first?.actor == "admin", "lines stay")
        }
    }

    @Test(arguments: Place.allCases)
    func invalidOptionsAreRejected(_ place: Place) async throws {
        try await place.withData { data in
            let wrong = [
                (["--since", "yesterday"], "2026-02-28T12:00:00Z"), (["--outcome", "maybe"], "confirmation_needed"),
                (["--type", "signin"], "sign_up, sign_in, "),
                (["--after", "x"], "not a valid position"), (["--limit", "0"], "1000"), (["--project", "nobody"], "no project"),
            ]
            for (options, told) in wrong {
                let outcome = try await data.latchkey("events", "list", options[0], options[1])
                #expect(outcome.refusal().contains(told))
            }
        }
    }
}
