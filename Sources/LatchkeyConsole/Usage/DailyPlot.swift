import LatchkeyIdentity

/// A stacked bar chart of daily counts, with the same data as a table.
struct DailyPlot {
    /// The heading of the chart.
    let title: String
    /// A sentence that describes what is counted.
    let about: String
    /// The text alternative of the image.
    let summary: String
    let isEmpty: Bool
    /// The values at the upper edge, the middle and the lower edge of the chart.
    let scale: [String]
    /// The days below the chart, evenly spaced.
    let ticks: [String]
    let series: [Series]
    let rects: [Rect]
    let rows: [Row]
    let width: Int
    let height: Int

    struct Series {
        let number: Int
        let name: String
        let total: Int
    }

    /// A rectangle in the coordinates of the chart, which the style sheet scales.
    struct Rect {
        let series: Int
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// The value, which browsers show under the pointer.
        let tip: String
    }

    struct Row {
        let day: String
        let numbers: [Int]
    }

    private static let maxSeries = 6
    private static let step = 20
    private static let bar = 15
    private static let plotHeight = 200

    /// - Parameter counts: The counts by name and day. The largest series have their own color; the rest share the last one.
    init(_ title: String, about: String, days: [UTCDay], counts: [String: [UTCDay: Int]]) {
        let ranked = counts.map { (name: $0.key, days: $0.value, total: $0.value.values.reduce(0, +)) }.filter { $0.total > 0 }
            .sorted { ($0.total, $1.name) > ($1.total, $0.name) }
        var shown = ranked.prefix(ranked.count > Self.maxSeries ? Self.maxSeries - 1 : Self.maxSeries).map { $0 }
        let rest = ranked.dropFirst(shown.count)
        if !rest.isEmpty {
            let days = rest.reduce(into: [UTCDay: Int]()) { all, one in all.merge(one.days, uniquingKeysWith: +) }
            shown.append((name: "other", days: days, total: rest.reduce(0) { $0 + $1.total }))
        }
        let table = days.map { day in shown.map { $0.days[day] ?? 0 } }
        let largest = table.map { $0.reduce(0, +) }.max() ?? 0

        self.title = title
        self.about = about
        isEmpty = shown.isEmpty
        let top = Self.roundNumber(atLeast: largest)
        scale = [top.grouped, top > 1 ? (top / 2).grouped : "", "0"]
        ticks = Self.ticks(days)
        series = shown.enumerated().map { Series(number: $0 + 1, name: $1.name, total: $1.total) }
        rects = Self.rects(table, top: top, days: days, names: shown.map(\.name))
        rows = zip(days, table).reversed().map { Row(day: Self.text($0), numbers: $1) }
        width = days.count * Self.step
        height = Self.plotHeight
        summary =
            "\(title) from \(days.first.map(Self.text) ?? "") to \(days.last.map(Self.text) ?? ""), one bar per day, maximum \(largest). "
            + series.map { "\($0.name): \($0.total)" }.joined(separator: ", ") + "."
    }

    /// The successful sign-ins by provider.
    init(signInsOf events: [EventCount], days: [UTCDay]) {
        var counts: [String: [UTCDay: Int]] = [:]
        for event in events where event.outcome == .allowed && [.signIn, .signUp].contains(event.kind) {
            counts[event.method?.rawValue ?? "no provider", default: [:]][event.day, default: 0] += event.count
        }
        self.init("Sign-ins by provider", about: "Successful sign-ins, including sign-ups.", days: days, counts: counts)
    }

    private static let maxTicks = 7

    /// Returns at most seven days with about the same distance, the first and the last among them.
    static func ticks(_ days: [UTCDay]) -> [String] {
        guard days.count > maxTicks else { return days.map(text) }
        let last = maxTicks - 1
        return (0...last).map { text(days[($0 * (days.count - 1) + last / 2) / last]) }
    }

    private static func rects(_ table: [[Int]], top: Int, days: [UTCDay], names: [String]) -> [Rect] {
        table.enumerated().flatMap { day, numbers in
            var below = 0
            return numbers.enumerated().compactMap { index, number -> Rect? in
                guard number > 0 else { return nil }
                let from = below * plotHeight / top
                below += number
                // A nonzero count is always visible, however small it is.
                let height = max(1, below * plotHeight / top - from)
                return Rect(
                    series: index + 1, x: day * step, y: plotHeight - from - height, width: bar, height: height,
                    tip: "\(text(days[day])): \(names[index]) \(number.grouped)")
            }
        }
    }

    /// Returns the next number of the form 1, 2 or 5 times a power of ten.
    private static func roundNumber(atLeast number: Int) -> Int {
        var unit = 1
        while true {
            for factor in [1, 2, 5] where unit * factor >= number { return unit * factor }
            guard unit < Int.max / 100 else { return number }
            unit *= 10
        }
    }

    private static func text(_ day: UTCDay) -> String { String(ShownDate(day.start).text.prefix(10)) }
}
