import Foundation

/// A line chart over time, as SVG.
struct Plot: Sendable {
    struct Line: Sendable {
        let name: String
        let values: [Double]
    }

    let title: String
    let unit: String
    let lines: [Line]
    /// Whether the vertical axis is logarithmic.
    var isLogarithmic = false

    private static let colors = ["#2f7ed8", "#d9822b", "#c23b51", "#3a9a5b", "#8a63d2"]
    static let width = 760.0
    static let height = 230.0
    private static let (left, right, top, bottom) = (64.0, 150.0, 34.0, 30.0)

    /// Returns plots below each other as one document.
    ///
    /// - Parameter seconds: The time between two values.
    static func document(_ plots: [Plot], seconds: Double) -> String {
        let height = Self.height * Double(plots.count)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.digits(0)) \(height.digits(0))" font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="#ffffff"/>

            """
        for (index, plot) in plots.enumerated() {
            text += "<g transform=\"translate(0 \((Double(index) * Self.height).digits(0)))\">\n\(plot.body(seconds))</g>\n"
        }
        return text + "</svg>\n"
    }

    private var range: (low: Double, high: Double) {
        let all = lines.flatMap(\.values).filter { $0.isFinite && (!isLogarithmic || $0 > 0) }
        let (low, high) = (all.min() ?? 1, all.max() ?? 1)
        if isLogarithmic { return (pow(10, log10(low).rounded(.down)), pow(10, log10(max(high, low * 1.01)).rounded(.up))) }
        return (0, max(high * 1.1, 1e-9))
    }

    private var marks: [Double] {
        let (low, high) = range
        if isLogarithmic { return Array(sequence(first: low) { $0 * 10 <= high * 1.001 ? $0 * 10 : nil }) }
        let rough = high / 4
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
        return Array(stride(from: 0, through: high, by: step))
    }

    private func height(_ value: Double) -> Double {
        let (low, high) = range
        let share = isLogarithmic ? log10(max(value, low) / low) / log10(high / low) : (value - low) / (high - low)
        return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
    }

    private func body(_ seconds: Double) -> String {
        let end = Self.width - Self.right
        let count = lines.map(\.values.count).max() ?? 0
        func x(_ index: Int) -> Double { Self.left + Double(index + 1) / Double(max(1, count)) * (end - Self.left) }
        var text = "<text x=\"\(Self.left)\" y=\"20\" font-weight=\"bold\">\(title), \(unit)</text>\n"
        for mark in marks {
            let y = height(mark).digits(1)
            text += "<path d=\"M\(Self.left) \(y)H\(end)\" stroke=\"#dddddd\"/>"
            text += "<text x=\"\(Self.left - 6)\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\" fill=\"#555555\">\(mark.shortText)</text>\n"
        }
        let minutes = max(1, Int(Double(count) * seconds / 60))
        for minute in stride(from: 0, through: minutes, by: max(1, minutes / 10)) {
            let position = Self.left + Double(minute) * 60 / max(1, Double(count) * seconds) * (end - Self.left)
            text +=
                "<text x=\"\(position.digits(1))\" y=\"\(Self.height - 10)\" text-anchor=\"middle\" fill=\"#555555\">\(minute) min</text>\n"
        }
        for (index, line) in lines.enumerated() {
            let color = Self.colors[index % Self.colors.count]
            for part in line.values.indices.split(whereSeparator: { !line.values[$0].isFinite }) {
                let points = part.map { "\(x($0).digits(1)),\(height(line.values[$0]).digits(1))" }.joined(separator: " ")
                text += "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.5\" points=\"\(points)\"/>\n"
            }
            text += "<text x=\"\(end + 10)\" y=\"\(Self.top + 10 + 18 * Double(index))\" fill=\"\(color)\">\(line.name)</text>\n"
        }
        return text
    }
}

extension Double {
    /// The number without superfluous digits, for an axis.
    fileprivate var shortText: String { self >= 1 || self == 0 ? digits(0) : String(format: "%g", self) }
}
