import LatchkeyProviders

/// The export of traces in the state of a running server.
struct TraceStatus: Codable, Sendable {
    /// What the collector did with the last batch of spans.
    enum State: String, Codable, Sendable {
        /// No batch was sent yet.
        case untried
        case up
        /// It refused the batch, or cannot be reached.
        case down
    }

    var collector: State
    /// Why the collector is down.
    var problem: String?
    /// The numbers of spans since the start of the server.
    var exported: Int
    var waiting: Int
    var dropped: Int

    /// The state in a line.
    var text: String { sentence + "; \(Count.text(exported, "span")) exported, \(waiting) waiting, \(dropped) dropped" }

    /// The result of a check.
    var finding: CheckupFinding {
        guard collector == .down else { return .ok("traces", text) }
        return .wrong(
            "traces", text,
            mend: "Check the collector and trace-endpoint. Requests are not affected, and the server sends the spans again for some time.")
    }

    private var sentence: String {
        switch collector {
        case .untried: "nothing was sent to the collector yet"
        case .up: "the collector accepts spans"
        case .down: "the collector does not accept spans" + (problem.map { " (\($0))" } ?? "")
        }
    }
}
