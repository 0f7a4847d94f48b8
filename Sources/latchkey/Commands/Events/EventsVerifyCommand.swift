import ArgumentParser
import Foundation
import LatchkeyIdentity

struct EventsVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that the audit log is complete and unchanged.",
        discussion: """
            Each event has a sequence number and is linked with all events before it. Note the printed head in another place, and pass it \
            later: the command then also detects that newer events were cut off, or that the record was replaced up to this event.

            The exit status is 0 if the audit log is complete and unchanged, and 1 otherwise.
            """)

    @Option(help: ArgumentHelp("A head that was noted earlier, which the audit log has to contain.", valueName: "sequence:hash"))
    var head: String?
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        if let head, EventHead(head) == nil {
            throw Failure("\(head) is not a head. Use the form of the printed head: a number, a colon and 64 hexadecimal digits.")
        }
        let call = AdminCall.get("/v2/events/verification", query: ["head": head])
        let result = try await admin.send(call, for: EventVerification.self)
        try admin.show(result) { Self.text($0) }
        if result.problem != nil { throw ExitCode.failure }
    }

    private static func text(_ result: EventVerification) -> String {
        var facts: [(String, String)] = [("Verified", Count.text(result.verified, "event"))]
        if result.pseudonymized > 0 { facts.append(("", "\(result.pseudonymized) of them without the personal data of deleted accounts")) }
        if result.removed > 0 {
            facts.append(
                (
                    "Deleted",
                    Count.text(result.removed, "event, by the server, because of its age", "events, by the server, because of their age")
                ))
        }
        if result.begin > 0 || result.unchained > 0 {
            facts.append(("Not in the chain", "events up to \(result.begin), from before it began; \(result.unchained) are stored"))
        }
        if let head = result.head { facts.append(("Head", head)) }
        let title = result.problem.map { "The audit log was changed. \($0.detail)" } ?? proven(result)
        return ([title] + facts.map { $0.0.padding(toLength: 18, withPad: " ", startingAt: 0) + $0.1 }).joined(separator: "\n")
    }

    private static func proven(_ result: EventVerification) -> String {
        guard result.unchained > 0 else { return "The audit log is complete and unchanged." }
        let note = "This is expected after an upgrade only, with the same number each time."
        guard result.verified + result.removed > 0 else {
            return "Nothing was verified, because no event is in the chain. \(note)"
        }
        return "The audit log is complete and unchanged after event \(result.begin). Nothing is proven about the events before. \(note)"
    }
}
