/// A problem or warning at a position in the text of rules.
public struct RulesProblem: Error, Equatable, Sendable, Codable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int
    /// The number of affected scalars in the line, at least 1.
    public let length: Int
    /// The problem in one sentence.
    public let message: String
    /// A suggestion to fix the problem, if there is one.
    public let hint: String?
    /// The line, or the relevant part of a very long line.
    public let excerpt: String
    /// The column at which the excerpt begins, 1 unless the line is very long.
    public let excerptColumn: Int

    /// Returns `file:line:column: message`, the line of the problem and a line with a caret under the position.
    ///
    /// - Parameter file: The name of the file. If nil, the text begins with the line number.
    public func rendered(file: String? = nil) -> String {
        var lines = [(file.map { $0 + ":" } ?? "") + description]
        lines += shownPlace.map { "    " + $0 }
        if let hint { lines.append("    " + hint) }
        return lines.joined(separator: "\n")
    }
}

extension RulesProblem {
    /// The line, and a line with a caret under the position.
    var shownPlace: [String] {
        // Tabs are kept, so that the caret is at the column that an editor or terminal shows.
        let indentation = excerpt.unicodeScalars.prefix(column - excerptColumn).map { $0 == "\t" ? "\t" : " " }.joined()
        let available = excerpt.unicodeScalars.count - (column - excerptColumn)
        return [excerpt, indentation + "^" + String(repeating: "~", count: max(0, min(length, available) - 1))]
    }
}

extension RulesProblem: CustomStringConvertible {
    /// `line:column: message`, as in Firebase's responses.
    public var description: String { "\(line):\(column): \(message)" }
}

/// The problems of an invalid text of rules.
public struct RulesError: Error, Equatable, Sendable {
    /// The problems in the order of the text, at least one.
    public let problems: [RulesProblem]

    /// Returns all problems, each with its line.
    public func rendered(file: String? = nil) -> String {
        problems.map { $0.rendered(file: file) }.joined(separator: "\n")
    }
}

extension RulesError: CustomStringConvertible {
    /// All problems, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
