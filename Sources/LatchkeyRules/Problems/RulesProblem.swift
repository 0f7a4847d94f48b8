/// Something that is wrong, or only strange, at a place in the text of rules.
public struct RulesProblem: Error, Equatable, Sendable, Codable {
    /// Counts from 1.
    public let line: Int
    /// Counts from 1, in Unicode scalars.
    public let column: Int
    /// How many scalars of the line it concerns, at least 1.
    public let length: Int
    public let message: String
    /// How to mend it, where that can be said.
    public let hint: String?
    /// The line, or the part of a very long line in which the place is.
    public let excerpt: String
    /// The column at which the excerpt begins: 1 unless the line is very long.
    public let excerptColumn: Int

    /// `file:line:column: message`, and below it the line with a caret under the place.
    ///
    /// - Parameter file: its name; without one the place stands first.
    public func rendered(file: String? = nil) -> String {
        var lines = [(file.map { $0 + ":" } ?? "") + description]
        lines += shownPlace.map { "    " + $0 }
        if let hint { lines.append("    " + hint) }
        return lines.joined(separator: "\n")
    }
}

extension RulesProblem {
    /// The line, and below it a caret under the place.
    var shownPlace: [String] {
        // Tabs stay tabs, so that the caret stands where the editor or terminal shows the place.
        let indentation = excerpt.unicodeScalars.prefix(column - excerptColumn).map { $0 == "\t" ? "\t" : " " }.joined()
        let available = excerpt.unicodeScalars.count - (column - excerptColumn)
        return [excerpt, indentation + "^" + String(repeating: "~", count: max(0, min(length, available) - 1))]
    }
}

extension RulesProblem: CustomStringConvertible {
    /// `line:column: message`, as Firebase's server says it.
    public var description: String { "\(line):\(column): \(message)" }
}

/// Why a text is no rules: all problems that were found, in the order of the text.
public struct RulesError: Error, Equatable, Sendable {
    /// At least one.
    public let problems: [RulesProblem]

    /// One problem after another, each with its line.
    public func rendered(file: String? = nil) -> String {
        problems.map { $0.rendered(file: file) }.joined(separator: "\n")
    }
}

extension RulesError: CustomStringConvertible {
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
