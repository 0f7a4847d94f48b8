/// The result of one measurement.
struct Section: Sendable {
    let title: String
    /// A sentence about what was measured, and how.
    let introduction: String
    var rows: [Row] = []
    var columns: [String]
    var goals: [Goal] = []
    /// Sentences with figures that explain the result.
    var remarks: [String] = []
    var image: Image?
    /// Whether a missed goal fails the run.
    var isGuard = false

    /// A plot as SVG, in the folder `images` of the documentation.
    struct Image: Sendable {
        let name: String
        let text: String
    }

    struct Row: Sendable {
        let cells: [String]

        init(_ cells: String...) {
            self.cells = cells
        }
    }

    var markdown: String {
        var lines = ["## \(title)", "", introduction, "", line(columns)]
        lines.append(line(columns.enumerated().map { $0.offset == 0 ? "---" : "---:" }))
        lines += rows.map { line($0.cells) }
        for goal in goals { lines += ["", "**\(goal.verdict)**: \(goal.text); measured: \(goal.measured)."] }
        for remark in remarks { lines += ["", remark] }
        if let image { lines += ["", "![\(title)](images/\(image.name).svg)"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }
}

/// A performance goal.
struct Goal: Sendable {
    let text: String
    let measured: String
    let isReached: Bool

    var verdict: String { isReached ? "Reached" : "Missed" }

    static func atLeast(_ limit: Double, _ ratio: Double, _ text: String, measured: String) -> Goal {
        Goal(text: text, measured: measured, isReached: ratio >= limit)
    }

    static func atMost(_ limit: Double, _ ratio: Double, _ text: String, measured: String) -> Goal {
        Goal(text: text, measured: measured, isReached: ratio <= limit)
    }
}
