public import LatchkeyRules

/// Something that rules denied. Holds data of the database and of the person who asked, so it is for the operator alone.
public struct Denial: Codable, Sendable, Equatable {
    public let id: DecisionID
    /// Milliseconds since 1970: what `now` was in the rules.
    public let at: Double
    public let project: String
    public let database: String
    public let occasion: Occasion
    /// What was to be read or changed: the first places where there were many.
    public let paths: [String]
    /// How many places there were.
    public let pathCount: Int
    /// The query's parameters as JSON; nil for a read of everything and for a write.
    public let query: String?
    /// `auth.uid`, if it is text.
    public let uid: String?
    /// `version` of the rules that denied it.
    public let rulesVersion: String
    /// `auth` as the rules saw it, as JSON, cut where it is long.
    public internal(set) var auth: String?
    /// Why; nil where so much was denied that not everything was looked into.
    public internal(set) var explanation: Explanation?

    /// What somebody was about to do.
    public enum Occasion: String, Codable, Sendable {
        case read, listen, write
        /// Leaving a write for the moment when a client is gone, or that moment.
        case onDisconnect
        /// Going on to listen, after data, rules or the listener's credential changed.
        case listening
    }
}

extension Denial: CustomStringConvertible {
    /// For people to read.
    public var description: String {
        guard let explanation else {
            return "It was not explained, because too much was denied at once. Try it again when less is going on."
        }
        return explanation.description
    }
}
