import ArgumentParser
import LatchkeyWire

struct EventsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List events, newest first, a page at a time.",
        discussion:
            "The JSON form has the events under “events”, with the names of the HTTP call, and, unless it is the last page, where to continue under “next”."
    )

    @Option(help: "How many (1 to \(Administrator.maxEventPage)).") var limit = 100
    @Option(help: ArgumentHelp("Only those of the account with this uid.", valueName: "uid")) var account: String?
    @Option(help: "Only those of this type, for example sign_in, sign_up, link, update or delete.") var type: String?
    @Option(help: "Only those with this outcome: allowed, refused or confirmation_needed.") var outcome: String?
    @Option(help: ArgumentHelp("Only those since a time like 2026-02-28T12:00:00Z.", valueName: "time")) var since: String?
    @Option(help: ArgumentHelp("Continue where the page before said.", valueName: "next")) var after: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let search = EventSearch(account: account, type: type, outcome: outcome, since: since, after: after)
        let request = AdminRequest.listEvents(project: project.project, search: search, limit: limit)
        try admin.show(try await admin.ask(request, for: EventPage.self)) { page in
            guard !page.events.isEmpty else { return "There are no such events." }
            var table = TextTable("time", "type", "outcome", "account", "by", "method", "reason", "address")
            for event in page.events {
                table.add(
                    event.time ?? "-", event.type ?? "-", event.outcome ?? "-", event.localId ?? "-", event.actor ?? "-",
                    event.method ?? "-",
                    event.reason ?? "-", event.address ?? "-")
            }
            return table.text + (page.next.map { "\n\nThere are more: --after \($0)" } ?? "")
        }
    }
}
