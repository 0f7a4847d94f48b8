import ArgumentParser
import LatchkeyWire

struct EventsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List events, newest first, one page at a time.",
        discussion: """
            The JSON output has "events", whose members are those of the HTTP API, and "next", the value for --after, unless it is the \
            last page.
            """
    )

    @Option(help: "The maximum number of events (1 to \(EventSearch.maxLimit)).") var limit = 100
    @Option(help: ArgumentHelp("Filter by the UID of an account.", valueName: "uid")) var account: String?
    @Option(help: "Filter by type, for example sign_in, sign_up, link, update or delete.") var type: String?
    @Option(help: "Filter by outcome: allowed, refused or confirmation_needed.") var outcome: String?
    @Option(help: ArgumentHelp("Show only events since this time, for example 2026-02-28T12:00:00Z.", valueName: "time")) var since: String?
    @Option(help: ArgumentHelp("Show the next page, with the value from the previous page.", valueName: "next")) var after: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let search = EventSearch(account: account, type: type, outcome: outcome, since: since, after: after, limit: limit)
        let call: AdminCall
        do { call = try search.call(in: project.project) } catch { throw Failure(error.description) }
        let reply = try await admin.send(call, for: ListEventsReply.self)
        try admin.show(EventPage(reply)) { page in
            guard !page.events.isEmpty else { return "There are no matching events." }
            var table = TextTable("time", "type", "outcome", "account", "by", "method", "reason", "address")
            for event in page.events {
                table.add(
                    event.time ?? "-", event.type ?? "-", event.outcome ?? "-", event.localId ?? "-", event.actor ?? "-",
                    event.method ?? "-",
                    event.reason ?? "-", event.address ?? "-")
            }
            return table.text + (page.next.map { "\n\nFor the next page, use --after \($0)" } ?? "")
        }
    }
}
