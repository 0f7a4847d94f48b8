import Foundation

/// The document `docs/benchmarks.md`.
struct Document {
    let sections: [Section]
    let machine: [(String, String)]
    let loads: (before: Double, after: Double)
    let seconds: Double
    let isTrial: Bool

    /// The table of contents, with the anchors that GitHub gives to headings.
    private var contents: String {
        (sections.map(\.title) + ["How to repeat it", "The machine"]).map { title in
            let anchor = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.replacing(" ", with: "-")
            return "* [\(title)](#\(anchor))"
        }.joined(separator: "\n")
    }

    var markdown: String {
        var text = """
            <!-- Written by `make bench`; change Benchmarks/, not this file. -->
            # Benchmarks

            Our figure beside the floor (what the unavoidable cryptography costs) and beside a peer, on one machine in one run. The ratios are
            what counts: they should hold elsewhere, the figures will not. A ratio is the median of the rounds' ratios, not the quotient of two
            figures of a table. Everything happens on loopback, and the load generator runs on the same machine; how much of it the generator
            takes is stated.

            \(contents)

            | goal | measured | |
            | --- | --- | --- |

            """
        for goal in sections.flatMap(\.goals) { text += "| \(goal.text) | \(goal.measured) | \(goal.verdict.lowercased()) |\n" }
        text += "\n[Where time and bytes go](performance.md) explains the missed goals.\n"
        for section in sections { text += "\n" + section.markdown }
        text += """

            ## How to repeat it

            `make bench` installs what is missing, builds `latchkey` and the benchmarks with optimisation, runs them, and writes this page.
            `make bench ARGS="signature refresh"` runs only the named measurements and prints them:
            \(LatchkeyBenchmarks.Name.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")). Nothing else should run on the machine meanwhile.
            A complete run leaves out \(LatchkeyBenchmarks.Name.allCases.filter(\.isOnRequest).map { "`\($0.rawValue)`" }.joined(separator: ", ")),
            which take hours, count instructions, or measure what is a preview. `make bench ARGS="mixed --record"` measures only the mixed load and replaces its plot.
            `--requests 100000` sends so many of each request in `constancy` and `accounts` instead of a million, and
            `--only "denied read"` measures only the rows with this text in their names.

            ## The machine

            | | |
            | --- | --- |

            """
        for (name, value) in machine { text += "| \(name) | \(value) |\n" }
        text += """
            | date | \(Date.now.formatted(.iso8601.year().month().day())) |
            | load average before and after | \(loads.before.digits(2)), \(loads.after.digits(2)) |
            | duration | \(seconds.digits(0)) s\(isTrial ? ", shortened: only a trial" : "") |

            """
        return text
    }
}
