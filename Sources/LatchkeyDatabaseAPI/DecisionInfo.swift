public import LatchkeyRealtime
import LatchkeyRules

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why the rules of a database denied something, as administrators see it, by HTTP and in the command alike.
public struct DecisionInfo: Codable, Sendable {
    public var id: String
    /// RFC 3339.
    public var time: String
    public var database: String
    /// `read`, `listen`, `write`, `onDisconnect`, or `listening` for who had to stop.
    public var occasion: String
    /// The first of the places that were to be read or changed.
    public var paths: [String]
    public var pathCount: Int
    /// The query's parameters as JSON.
    public var query: String?
    public var uid: String?
    /// `auth` as the rules saw it, as JSON, cut where it is long.
    public var auth: String?
    /// Tells the rules that denied it from others.
    public var rulesVersion: String
    /// The answer in one sentence.
    public var conclusion: String?
    /// The whole explanation for people to read.
    public var text: String
    /// The rules that were asked; some may be left out where there were many.
    public var rules: [Rule]?
    public var isCut: Bool?

    /// A rule that was asked.
    public struct Rule: Codable, Sendable {
        /// `.read`, `.write` or `.validate`.
        public var kind: String
        /// What it was asked about.
        public var path: String
        public var line: Int
        public var column: Int
        /// The line of the rules, and below it a caret under the rule.
        public var place: [String]
        public var text: String
        public var isTrue: Bool
        /// Why it could not be evaluated.
        public var error: String?
        public var steps: [Step]
    }

    /// An expression in it that was evaluated.
    public struct Step: Codable, Sendable {
        public var line: Int
        public var column: Int
        public var text: String
        /// As JSON, cut where it is long.
        public var value: String?
        public var error: String?
        /// How many expressions stand around it.
        public var level: Int
    }

    public init(_ denial: Denial) {
        id = denial.id.rawValue
        time = Date(timeIntervalSince1970: denial.at / 1000).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
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
