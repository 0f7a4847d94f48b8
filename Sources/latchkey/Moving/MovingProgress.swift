import Foundation

/// The progress of a long operation: a bar on a terminal, or a line every ten seconds otherwise. Printed to standard error, to keep
/// standard output clean.
struct MovingProgress {
    private let verb: String
    private let unit: String
    /// The total; `nil` if it is unknown.
    private let total: Int?
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant

    /// - Parameter unit: The unit of the count.
    init(_ verb: String, total: Int?, unit: String = "users") {
        self.verb = verb
        self.unit = unit
        self.total = total
        last = start
    }

    mutating func show(count: Int, done: Int) {
        let now = ContinuousClock.now
        guard now - last >= (isTerminal ? .milliseconds(100) : .seconds(10)) else { return }
        last = now
        write(count: count, done: done, end: isTerminal ? "" : "\n")
    }

    /// Ends the bar in its current state; prints no last line otherwise, because a summary follows.
    func finish(count: Int, done: Int) {
        if isTerminal { write(count: count, done: done, end: "\n") }
    }

    private func write(count: Int, done: Int, end: String) {
        let seconds = Double((ContinuousClock.now - start).components.seconds) + 0.001
        let perSecond = Int(Double(count) / seconds)
        let rate = seconds < 1 || perSecond == 0 ? "" : ", \(perSecond) per second"
        var text = "\(count) \(unit) \(verb)\(rate)"
        if let total {
            let share = min(1, Double(done) / Double(total))
            let filled = Int(share * 30)
            let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
            text = (isTerminal ? "[\(bar)] " : "") + "\(Int(share * 100))%, " + text
        }
        Terminal.write((isTerminal ? "\r\u{1b}[K" : "") + text + end, to: .standardError)
    }
}
