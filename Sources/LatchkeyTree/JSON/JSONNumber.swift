/// The text of numbers in JSON and JavaScript.
public enum JSONNumber {
    /// Parses a number by the grammar of RFC 8259, section 6. The result is infinite if it is out of range.
    static func parse(_ text: [UInt8]) -> Double? {
        var rest = text[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        let whole = digits(&rest)
        guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return nil }
        if rest.isEmpty, whole.count <= 15 {
            // A fast and exact path for nearly all numbers.
            let value = Double(whole.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) })
            return isNegative ? -value : value
        }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard !digits(&rest).isEmpty else { return nil }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard !digits(&rest).isEmpty else { return nil }
        }
        return rest.isEmpty ? Double(String(decoding: text, as: UTF8.self)) : nil
    }

    private static func digits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        rest = rest[digits.endIndex...]
        return digits
    }

    /// Returns the text of JavaScript's `String(number)` (ECMA-262, Number::toString): the shortest digits that round-trip, without a
    /// decimal point for whole numbers, with an exponent below 10^-6 and from 10^21.
    public static func text(_ number: Double) -> String {
        if number == 0 { return "0" }
        if let whole = Int64(exactly: number), abs(whole) < 1 << 53 { return String(whole) }
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
        // Swift's description has the same digits, but a different format.
        let parts = number.magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        var digits = mantissa[0] + (mantissa.count > 1 ? mantissa[1] : "")
        var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        let leading = digits.prefix { $0 == "0" }.count
        digits = digits.dropFirst(leading)
        point -= leading
        while digits.last == "0" { digits = digits.dropLast() }
        return (number < 0 ? "-" : "") + place(String(digits), point: point)
    }

    /// Returns the digits with `point` of them before the decimal point.
    private static func place(_ digits: String, point: Int) -> String {
        if point > 21 || point < -5 {
            let exponent = point - 1
            let rest = digits.dropFirst()
            return "\(digits.prefix(1))\(rest.isEmpty ? "" : ".\(rest)")e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
        }
        if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.count { return digits + String(repeating: "0", count: point - digits.count) }
        return "\(digits.prefix(point)).\(digits.dropFirst(point))"
    }
}
