import Foundation

extension Int {
    /// The number as text, with commas between thousands.
    var grouped: String { self < 100 ? String(self) : Double(self).rate }
}

extension Double {
    /// Returns the number with a number of decimal places.
    func digits(_ count: Int) -> String {
        String(format: "%.\(count)f", self)
    }

    /// A rate as text: an integer with commas between thousands, or with one decimal place below 100.
    var rate: String {
        guard self >= 100 else { return digits(1) }
        var text = digits(0)
        var position = text.count - 3
        while position > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: position))
            position -= 3
        }
        return text
    }

    /// A time in seconds as text, in a suitable unit.
    var time: String {
        switch self {
        case _ where isNaN: "–"
        case ..<0.000_1: (self * 1_000_000).digits(2) + " µs"
        case ..<0.001: (self * 1_000_000).digits(0) + " µs"
        case ..<0.1: (self * 1000).digits(2) + " ms"
        case ..<1: (self * 1000).digits(0) + " ms"
        default: digits(2) + " s"
        }
    }

    var percent: String { (self * 100).digits(1) + " %" }
}
