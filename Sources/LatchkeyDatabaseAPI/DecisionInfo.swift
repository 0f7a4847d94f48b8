import Foundation
import LatchkeyIdentity
public import LatchkeyRealtime
import LatchkeyRules

/// The reason why database rules denied an operation, for administrators. HTTP and the command line use the same format.
public struct DecisionInfo: Codable, Sendable {
    /// The ID of the denial.
    public var id: String
    /// The time as an RFC 3339 string.
    public var time: String
    /// The name of the database.
    public var database: String
    /// The kind of operation: `read`, `listen`, `write`, `onDisconnect`, or `listening` if an existing listener was removed.
    public var occasion: String
    /// The paths to be read or changed; only the first ones if there are many.
    public var paths: [String]
    /// The total number of paths.
    public var pathCount: Int
    /// The query parameters as JSON.
    public var query: String?
    /// `auth.uid`, if it is a string.
    public var uid: String?
    /// `auth` as the rules saw it, as JSON, truncated if it is long.
    public var auth: String?
    /// The version of the rules that denied the operation.
    public var rulesVersion: String
    /// The decision in one sentence.
    public var conclusion: String?
    /// The whole explanation as text.
    public var text: String
    /// The evaluated rules; some may be left out if there are many.
    public var rules: [Rule]?
    /// Whether rules, expressions or paths were left out to limit the size.
    public var isCut: Bool?

    /// The evaluation of one rule.
    public struct Rule: Codable, Sendable {
        /// `.read`, `.write` or `.validate`.
        public var kind: String
        /// The path for which the rule was evaluated.
        public var path: String
        /// The line of the rule in the rules text, from 1.
        public var line: Int
        /// The column of the rule in its line, from 1, in Unicode scalars.
        public var column: Int
        /// The line in which the rule begins, and a line with a caret under the rule.
        public var place: [String]
        /// The rule as written.
        public var text: String
        /// Whether the rule was true. A rule that could not be evaluated is false.
        public var isTrue: Bool
        /// The reason why the rule could not be evaluated.
        public var error: String?
        /// The evaluated expressions in the order of the text, outer ones first.
        public var steps: [Step]
    }

    /// The value of one expression in a rule.
    public struct Step: Codable, Sendable {
        /// The line of the expression, from 1.
        public var line: Int
        /// The column of the expression, from 1, in Unicode scalars.
        public var column: Int
        /// The expression as written.
        public var text: String
        /// The value as JSON, truncated if it is long; `nil` if the expression could not be evaluated.
        public var value: String?
        /// The reason why the expression could not be evaluated.
        public var error: String?
        /// The number of expressions that contain this one.
        public var level: Int
    }

    /// Creates the information about a denial.
    ///
    /// - Parameter denial: The denied operation.
    public init(_ denial: Denial) {
        id = denial.id.rawValue
        time = Date(timeIntervalSince1970: denial.at / 1000).rfc3339
        database = denial.database
        occasion = denial.occasion.rawValue
        paths = denial.paths
        pathCount = denial.pathCount
        query = denial.query
        uid = denial.uid
        auth = denial.auth
        rulesVersion = denial.rulesVersion
        conclusion = denial.explanation?.conclusion
        text = denial.description
        isCut = denial.explanation.map(\.isCut)
        rules = denial.explanation?.rules.map { run in
            Rule(
                kind: run.kind.rawValue, path: run.path, line: run.line, column: run.column, place: run.place, text: run.text,
                isTrue: run.isTrue, error: run.error,
                steps: run.steps.map {
                    Step(line: $0.line, column: $0.column, text: $0.text, value: $0.value, error: $0.error, level: $0.level)
                })
        }
    }
}
